//go:build !purego

#include "textflag.h"

// CHANGE changes the 16 sums at an offset.
#define CHANGE(at) \
	VMOVDQU at(DI), Y0     \
	VPADDW  at(AX), Y0, Y0 \
	VPSUBW  at(BX), Y0, Y0 \
	VMOVDQU Y0, at(DI)

// func changeAVX2(sums, more, less *row)
TEXT ·changeAVX2(SB), NOSPLIT, $0-24
	MOVQ sums+0(FP), DI
	MOVQ more+8(FP), AX
	MOVQ less+16(FP), BX
	CHANGE(0)
	CHANGE(32)
	CHANGE(64)
	CHANGE(96)
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
	OUTPUT(64)
	OUTPUT(96)
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
