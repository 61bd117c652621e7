//go:build !purego

#include "textflag.h"

// func changeAVX2(dst, from, more, less *row)
TEXT ·changeAVX2(SB), NOSPLIT, $0-32
	MOVQ dst+0(FP), DI
	MOVQ from+8(FP), SI
	MOVQ more+16(FP), AX
	MOVQ less+24(FP), BX
	VMOVDQU 0(SI), Y0
	VPADDW 0(AX), Y0, Y0
	VPSUBW 0(BX), Y0, Y0
	VMOVDQU Y0, 0(DI)
	VMOVDQU 32(SI), Y0
	VPADDW 32(AX), Y0, Y0
	VPSUBW 32(BX), Y0, Y0
	VMOVDQU Y0, 32(DI)
	VMOVDQU 64(SI), Y0
	VPADDW 64(AX), Y0, Y0
	VPSUBW 64(BX), Y0, Y0
	VMOVDQU Y0, 64(DI)
	VMOVDQU 96(SI), Y0
	VPADDW 96(AX), Y0, Y0
	VPSUBW 96(BX), Y0, Y0
	VMOVDQU Y0, 96(DI)
	VZEROUPPER
	RET

// func outputAVX2(sums *row, weights *[Hidden]int16) int32
TEXT ·outputAVX2(SB), NOSPLIT, $0-20
	MOVQ sums+0(FP), SI
	MOVQ weights+8(FP), BX
	VPXOR Y7, Y7, Y7
	VPXOR Y5, Y5, Y5
	VPCMPEQW Y6, Y6, Y6
	VPSRLW $8, Y6, Y6 // One in each lane
	VMOVDQU 0(SI), Y0
	VPMAXSW Y7, Y0, Y0
	VPMINSW Y6, Y0, Y0
	VPMULLW 0(BX), Y0, Y1 // a weight is at most 128
	VPMADDWD Y0, Y1, Y1
	VPADDD Y1, Y5, Y5
	VMOVDQU 32(SI), Y0
	VPMAXSW Y7, Y0, Y0
	VPMINSW Y6, Y0, Y0
	VPMULLW 32(BX), Y0, Y1 // a weight is at most 128
	VPMADDWD Y0, Y1, Y1
	VPADDD Y1, Y5, Y5
	VMOVDQU 64(SI), Y0
	VPMAXSW Y7, Y0, Y0
	VPMINSW Y6, Y0, Y0
	VPMULLW 64(BX), Y0, Y1 // a weight is at most 128
	VPMADDWD Y0, Y1, Y1
	VPADDD Y1, Y5, Y5
	VMOVDQU 96(SI), Y0
	VPMAXSW Y7, Y0, Y0
	VPMINSW Y6, Y0, Y0
	VPMULLW 96(BX), Y0, Y1 // a weight is at most 128
	VPMADDWD Y0, Y1, Y1
	VPADDD Y1, Y5, Y5
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
