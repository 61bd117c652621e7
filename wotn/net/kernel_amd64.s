//go:build !purego

#include "textflag.h"

// ROW does an operation with the 32 sums in Y0 and Y1 and the row whose number is at DX.
#define ROW(op) \
	MOVWLZX (DX), AX             \
	SHLQ    $6, AX               \
	op      (SI)(AX*1), Y0, Y0   \
	op      32(SI)(AX*1), Y1, Y1 \
	ADDQ    $2, DX               \
	DECQ    CX

// func changeAVX2(sums, rows *row, added, removed []uint16)
TEXT ·changeAVX2(SB), NOSPLIT, $0-64
	MOVQ sums+0(FP), DI
	MOVQ rows+8(FP), SI
	VMOVDQU 0(DI), Y0
	VMOVDQU 32(DI), Y1
	MOVQ added_base+16(FP), DX
	MOVQ added_len+24(FP), CX
	TESTQ CX, CX
	JZ removed
more:
	ROW(VPADDW)
	JNZ more
removed:
	MOVQ removed_base+40(FP), DX
	MOVQ removed_len+48(FP), CX
	TESTQ CX, CX
	JZ done
less:
	ROW(VPSUBW)
	JNZ less
done:
	VMOVDQU Y0, 0(DI)
	VMOVDQU Y1, 32(DI)
	VZEROUPPER
	RET

// OUTPUT adds what the 16 sums at an offset give to Y5. A weight is at most 128, so that its product with a
// sum has 16 bits.
#define OUTPUT(at) \
	VMOVDQU  at(SI), Y0     \
	VPMAXSW  Y7, Y0, Y0     \
	VPMINSW  Y6, Y0, Y0     \
	VPMULLW  at(BX), Y0, Y1 \
	VPMADDWD Y0, Y1, Y1     \
	VPADDD   Y1, Y5, Y5

// func outputAVX2(sums *row, weights *[Hidden]int16) int32
TEXT ·outputAVX2(SB), NOSPLIT, $0-20
	MOVQ sums+0(FP), SI
	MOVQ weights+8(FP), BX
	VPXOR Y7, Y7, Y7
	VPXOR Y5, Y5, Y5
	VPCMPEQW Y6, Y6, Y6
	VPSRLW $8, Y6, Y6 // One in each lane
	OUTPUT(0)
	OUTPUT(32)
	VEXTRACTI128 $1, Y5, X0
	VPADDD X0, X5, X5
	VPSHUFD $0x4E, X5, X0
	VPADDD X0, X5, X5
	VPSHUFD $0xB1, X5, X0
	VPADDD X0, X5, X5
	VZEROUPPER
	MOVQ X5, AX
	MOVL AX, ret+16(FP)
	RET

// func cpuid(leaf, part uint32) (a, b, c, d uint32)
TEXT ·cpuid(SB), NOSPLIT, $0-24
	MOVL leaf+0(FP), AX
	MOVL part+4(FP), CX
	CPUID
	MOVL AX, a+8(FP)
	MOVL BX, b+12(FP)
	MOVL CX, c+16(FP)
	MOVL DX, d+20(FP)
	RET

// func xgetbv() uint32
TEXT ·xgetbv(SB), NOSPLIT, $0-4
	XORL CX, CX
	XGETBV
	MOVL AX, ret+0(FP)
	RET
