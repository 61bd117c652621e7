// Tests the functions of the program, whose types are those of browser/rules/contract.ts.

import assert from 'node:assert/strict'
import { tafelrunde, value } from './start.mjs'

const start = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1'
const { wotn, lancelot, engines, review, lessons, puzzles, studies } = tafelrunde

/** The problems of an answer that has to be refused. */
function problems(answer) {
  assert.equal(answer.ok, false, JSON.stringify(answer))
  assert.ok(answer.problems.length > 0)
  for (const p of answer.problems) {
    assert.equal(typeof p.code, 'string')
    assert.equal(typeof p.args, 'object')
    assert.ok(p.message.length > 0)
  }
  return answer.problems
}
/** The limits of an analysis without limits. */
const limits = { multiPV: 1, hash: 4, milliseconds: 0, nodes: 0, depth: 0 }
const codes = (answer) => problems(answer).map((p) => p.code)

/** A lesson: the knight takes the priest on a4, not the protected one on d5. */
const exercise = {
  game: 'wotn',
  position: '4k3/8/4p3/3d4/d7/2N5/8/4K3 w - - 0 1',
  par: 1,
  success: 'piece a4 M',
  solution: ['c3a4m'],
  wrong: [{ moves: ['c3d5m'], refutation: ['e6d5s'], reason: 'piece d5 s', text: 'guarded' }],
}

const tests = {
  'reasons of illegal moves'() {
    const reason = (from, to, moves = []) => value(wotn.illegal('wotn', '', moves, from, to))
    assert.deepEqual(reason('a1', 'a5'), { code: 'blocked', kind: 'R', square: 'a2', other: 'P' })
    assert.equal(reason('e2', 'e4'), null)
    assert.equal(reason('f1', 'f1').code, 'no-moves')
    assert.deepEqual(codes(wotn.illegal('wotn', '', [], 'a1', 'i9')), ['unknown-name'])
    assert.deepEqual(codes(wotn.illegal('wotn', '', ['e2e5'], 'a1', 'a2')), ['illegal-move'])
  },

  'written evaluations become win shares of White'() {
    const at = (score, mate = 0) => ({ score, mate })
    const shares = (moves, all) => value(review.shares('chess', '', moves, all))
    const [none, even, better, mated] = shares(['e2e4', 'e7e5', 'g1f3'], [null, at(0), at(100), at(0, -2)])
    assert.deepEqual([none, even, mated], [null, 500, 0])
    assert.ok(better > 520 && better < 700, better)
    const mate = ['f2f3', 'e7e5', 'g2g4', 'd8h4']
    assert.deepEqual(shares(mate, [null, at(0, 3), null, null, null, null]), [null, 1000, null, null, 0, null])
    assert.deepEqual(codes(review.shares('chess', '', ['e2e5'], [null])), ['illegal-move'])
  },

  'comments of a game without moves are read and written'() {
    const comments = ['Hello [%csl Gd4]']
    const text = value(wotn.write('wotn', '', [], {}, [], undefined, comments))
    assert.deepEqual(value(wotn.read('wotn', text)).comments, comments)
    const table = value(lancelot.start({ seats: 2, diagonals: false, excalibur: false, target: 0, first: 0 }))
    const record = value(lancelot.write(table, [], {}, [], undefined, comments))
    assert.deepEqual(value(lancelot.read(record)).comments, comments)
    assert.deepEqual(value(wotn.read('wotn', '{Hello} 1. e4')).comments, [])
    assert.deepEqual(value(lancelot.read(`[Position "${table}"]\n\n{Hello} 1. g8`)).comments, [])
  },

  'a move has the capture and the promotion'() {
    const played = ['e2e4', 'd7d5', 'e4d5s']
    const game = value(wotn.game('wotn', '', played))
    assert.equal(game.start, start)
    assert.equal(game.turn, 'b')
    assert.equal(game.ply, 3)
    assert.equal(game.moveNumber, 2)
    assert.equal(game.halfmoveClock, 0)
    assert.deepEqual(game.played[2], {
      text: 'e4d5s', san: 'exd5/WfbD', color: 'w', from: 'e4', to: 'd5', kind: 'P', promotion: 'S', captures: 'd5',
      notation: { castling: '', kind: 'P', origin: 'e', captured: 'P', to: 'd5', promotion: 'S', check: '' },
    })
    assert.deepEqual(game.pieces.find((piece) => piece.square === 'd5'), {
      square: 'd5', kind: 'S', color: 'w', first: 'P', promotions: [{ moveNumber: 2, kind: 'S' }], captures: ['P'],
    })
    assert.deepEqual(game.kings, { w: 1, b: 1 })
    assert.deepEqual(game.experience, { w: 50, b: 48 })
    assert.deepEqual(game.captured, { w: ['P'], b: [] })
  },

  'castling contains the move of the corner piece'() {
    const game = value(wotn.game('wotn', '4k3/8/8/8/8/8/8/4K2R w K - 0 1', []))
    const move = game.legal.find((other) => other.text === 'e1g1')
    assert.deepEqual(move.corner, { from: 'h1', to: 'f1' })
    assert.equal(move.notation.castling, 'short')
  },

  'checkmate ends a game'() {
    const game = value(wotn.game('chess', '', ['f2f3', 'e7e5', 'g2g4', 'd8h4']))
    assert.deepEqual(game.outcome, { over: true, reason: 'checkmate', winners: [1] })
    assert.deepEqual(game.legal, [])
    assert.deepEqual(game.check, ['e1'])
    assert.equal(game.played.at(-1).san, 'Qh4#')
    assert.equal(game.played.at(-1).notation.check, 'mate')
  },

  'a threefold repetition can be claimed'() {
    const dance = ['g1f3', 'g8f6', 'f3g1', 'f6g8']
    assert.deepEqual(value(wotn.game('wotn', '', [...dance, ...dance])).claims, ['threefold'])
  },

  'an illegal move is refused with its text and the reason'() {
    const [p] = problems(wotn.game('wotn', '', ['e2e4', 'e7e4']))
    assert.equal(p.code, 'illegal-move')
    assert.deepEqual(p.args, { ply: 1, move: 'e7e4', reason: 'cannot-reach' })
    assert.equal(problems(wotn.game('wotn', '', ['hello']))[0].args.reason, 'move-text')
  },

  'a position is refused with all reasons'() {
    assert.deepEqual(codes(wotn.setup('wotn', '8/8/8/8/8/8/8/P7 w - - 0 1')), ['no-king', 'no-king', 'pawn-rank'])
    const [p] = problems(wotn.setup('wotn', '4k3/8/8/8/8/8/8/4K3 x - - 0 1'))
    assert.deepEqual([p.code, p.offset], ['fen-turn', 20])
    assert.deepEqual(value(wotn.setup('wotn', ' 4k3/8/8/8/8/8/8/4K3  w ')), { start: '4k3/8/8/8/8/8/8/4K3 w - - 0 1', problems: [] })
  },

  'rights that chess drops from a position are reported'() {
    const { start, problems } = value(wotn.setup('chess', '4k3/8/8/8/8/8/8/4K3 w KQ e6 0 1'))
    assert.equal(start, '4k3/8/8/8/8/8/8/4K3 w - - 0 1')
    assert.deepEqual(problems.map(({ code }) => code), ['fen-rights'])
  },

  'a position of Way of the Knight is edited'() {
    const edit = (text, ...edits) => value(wotn.edit('wotn', text, edits))
    const begun = edit('')
    assert.deepEqual([begun.text, begun.problems, begun.pieces.length, begun.kinds.length], [start, [], 32, 16])
    assert.ok(begun.castling.every(({ right, possible }) => right && possible))
    assert.deepEqual(begun.promotions.find(({ square }) => square === 'e2'), { square: 'e2', kinds: ['S', 'D'] })
    assert.equal(value(wotn.edit('wotn-alternative', '', [])).kinds.length, 22)
    assert.deepEqual([...value(wotn.edit('chess', '', [])).kinds].sort(), [...'BKNPQR'])
    assert.equal(value(wotn.edit('chess', '', [])).promotions.length, 0)
    // Castling rights go with the king, and come back only when they are set.
    const moved = edit(start, { do: 'move', from: 'e1', to: 'e4' })
    assert.equal(moved.text, 'rnbqkbnr/pppppppp/8/8/4K3/8/PPPPPPPP/RNBQ1BNR w kq - 0 1')
    const wrong = edit(moved.text, { do: 'castling', color: 'w', side: 'long', on: true })
    assert.deepEqual(wrong.problems.map(({ code, field }) => [code, field]), [['castling-king', 'castling']])
    assert.deepEqual(wrong.dropped, [])
    // In chess they are dropped.
    const chess = value(wotn.edit('chess', moved.text, [{ do: 'castling', color: 'w', side: 'long', on: true }]))
    assert.deepEqual([chess.problems, chess.dropped.map(({ code, field }) => [code, field])], [[], [['castling-king', 'castling']]])
    assert.deepEqual(wrong.castling[1], { color: 'w', side: 'long', right: true, possible: false })
    assert.equal(
      edit(start, { do: 'clear' }, { do: 'put', square: 'a8', kind: 'G', color: 'b' }, { do: 'turn', color: 'b' }).text,
      'g7/8/8/8/8/8/8/8 b - - 0 1',
    )
    const passed = edit('4k3/8/8/3pP3/8/8/8/4K3 w - - 0 1', { do: 'en-passant', square: 'd6' })
    assert.deepEqual([passed.enPassant, passed.enPassantSquares, passed.problems], ['d6', ['d6'], []])
    assert.equal(edit(passed.text, { do: 'mirror' }).text, '4k3/8/8/8/3Pp3/8/8/4K3 b - d3 0 1')
    assert.equal(edit(passed.text, { do: 'remove', square: 'd5' }).enPassant, '')
    assert.equal(edit(passed.text, { do: 'en-passant', square: '' }).enPassant, '')
    assert.equal(edit('4k3/8/8/8 w', { do: 'start' }).text, start)
    // A text that cannot be parsed is shown as far as it can be read, and stays as it is until an edit.
    const typed = edit('4k3/8/8/8/8/8/8/4K x')
    assert.deepEqual(typed.problems.map(({ code, field, offset }) => [code, field, offset]), [['fen-rank-length', 'text', 18]])
    assert.deepEqual([typed.text, typed.pieces.map(({ square }) => square)], ['4k3/8/8/8/8/8/8/4K x', ['e1', 'e8']])
    assert.deepEqual(edit(typed.text, { do: 'move', from: 'e1', to: 'e2' }).text, '4k3/8/8/8/8/8/4K3/8 w - - 0 1')
    for (const bad of [{ do: 'fly' }, { do: 'remove', square: 'i9' }, { do: 'put', square: 'a1', kind: 'x', color: 'w' }, {}, null]) {
      assert.deepEqual(codes(wotn.edit('wotn', '', [bad])), ['internal'])
    }
  },

  'a position of Lancelot is edited'() {
    const edit = (text, ...edits) => value(lancelot.edit(text, edits))
    const begun = edit('')
    assert.deepEqual(Object.keys(begun).sort(), [
      'captured', 'cells', 'columns', 'excaliburTurns', 'inHand', 'most', 'problems', 'rows', 'rules', 'seats', 'text', 'toAct',
    ])
    assert.equal(begun.text, '8/8/8/8/8/8/8/8 a 0,0 30,30 - basic 7')
    assert.deepEqual([begun.columns, begun.rows.at(0), begun.most], [[...'defghijk'], 4, { seats: 5, stones: 30, target: 60 }])
    const stone = edit(begun.text, { do: 'put', square: 'd4', cell: { seat: 1 } }, { do: 'turn', seat: 1 })
    assert.equal(stone.text, '8/8/8/8/8/8/8/b7 b 0,0 30,29 - basic 7')
    assert.deepEqual(stone.cells, [{ square: 'd4', cell: { seat: 1 } }])
    assert.equal(edit(stone.text, { do: 'move', from: 'd4', to: 'k11' }).text, '7b/8/8/8/8/8/8/8 b 0,0 30,29 - basic 7')
    assert.equal(edit(stone.text, { do: 'remove', square: 'd4' }, { do: 'turn', seat: 0 }).text, begun.text)
    const sword = edit('', { do: 'excalibur', on: true }, { do: 'put', square: 'g6', cell: { excalibur: true } })
    assert.deepEqual([sword.cells[0].cell, sword.excaliburTurns], [{ excalibur: true }, [true, true]])
    const wrong = edit('', { do: 'in-hand', seat: 1, n: 31 }, { do: 'target', n: 200 })
    assert.deepEqual(wrong.problems.map(({ field, args }) => [field, args.seat]).slice(0, 1), [['in-hand', 1]])
    assert.equal(wrong.rules.target, 99)
    const three = edit(stone.text, { do: 'seats', n: 3 }, { do: 'diagonals', on: true }, { do: 'captured', seat: 2, n: 1 })
    assert.equal(three.text, '10/10/10/10/10/10/10/10/1b8/10 b 0,0,1 30,29,30 - diagonals 8')
    assert.equal(edit(three.text, { do: 'clear' }).text, '10/10/10/10/10/10/10/10/10/10 a 0,0,0 30,30,30 - diagonals 8')
    const typed = edit('8/8/8/8/8/8/8/a')
    assert.deepEqual([typed.text, typed.cells, typed.problems[0].field], ['8/8/8/8/8/8/8/a', [{ square: 'd4', cell: { seat: 0 } }], 'text'])
    for (const bad of [{ do: 'fly' }, { do: 'remove', square: 'z9' }, { do: 'turn', seat: 'a' }, { do: 'target', n: 1.5 }]) {
      assert.deepEqual(codes(lancelot.edit('', [bad])), ['internal'])
    }
  },

  'handicap promotions change the start position'() {
    const view = value(wotn.handicap('wotn', 'w', [{ square: 'e2', kind: 'S' }]))
    assert.equal(view.start, 'rnbqkbnr/pppppppp/8/8/8/8/PPPPSPPP/RNBQKBNR w KQkq - 0 1')
    assert.deepEqual(view.choices.find((c) => c.square === 'e2'), { square: 'e2', kinds: ['N'] })
    assert.equal(view.choices.find((c) => c.square === 'e1'), undefined)
    assert.equal(view.choices.find((c) => c.square === 'e7'), undefined)
    assert.deepEqual(codes(wotn.handicap('wotn', 'w', [{ square: 'e1', kind: 'K' }])), ['handicap-king'])
    assert.deepEqual(codes(wotn.handicap('wotn', 'w', [{ square: 'e4', kind: 'S' }])), ['handicap-no-piece'])
    assert.deepEqual(codes(wotn.handicap('wotn', 'w', [{ square: 'z9', kind: '' }])), ['handicap-no-piece'])
    assert.deepEqual(codes(wotn.handicap('wotn', 'w', [{ square: 'e2', kind: 'Q' }])), ['handicap-kind'])
  },

  'score, handicap points and colors follow from the results of a series'() {
    const series = (points, won, drawn) => ({ points, won, drawn })
    const none = series([0, 0], [0, 0], 0)
    assert.deepEqual(wotn.next(none, 0, [0]), { series: series([0, 1], [1, 0], 0), white: 1 })
    assert.deepEqual(wotn.next(none, 0, [1]), { series: series([1, 0], [0, 1], 0), white: 0 })
    assert.deepEqual(wotn.next(none, 0, []), { series: series([0, 0], [0, 0], 1), white: 1 })
    assert.deepEqual(wotn.next(series([0, 1], [1, 0], 0), 1, [0]), { series: series([0, 0], [1, 1], 0), white: 0 })
    assert.deepEqual(wotn.next(series([0, 0], [1, 1], 2), 1, [1]), { series: series([0, 1], [2, 1], 2), white: 1 })
  },

  'a text is split into chapters'() {
    const text = '[White "Ann"]\n\n1. e4 (1. Ke3) *\n\n1. d4 d9 *'
    const [first, second, ...more] = value(studies.split('wotn', 'chess', text))
    assert.deepEqual(more, [])
    assert.deepEqual([first.title, first.plies, first.left.length], ['Ann – ?', 1, 2])
    assert.equal(value(wotn.read('wotn', first.text)).variant, 'chess')
    assert.equal(text.slice(second.left[0].offset, second.left[0].offset + 2), 'd9')
    assert.deepEqual(value(wotn.read('wotn', second.text)).moves.map(({ text }) => text), ['d2d4'])
    const table = value(lancelot.start({ seats: 2, diagonals: false, excalibur: false, target: 0, first: 0 }))
    const record = value(lancelot.write(table, ['e5', 'f6'], { Event: 'Cup' }, []))
    const all = value(studies.split('lancelot', 'wotn', `${record}\n${record}nonsense`))
    assert.deepEqual(all.map(({ title, plies, left }) => [title, plies, left.length]), [['Cup', 2, 0], ['Cup', 2, 1]])
    assert.deepEqual(codes(studies.split('wotn', 'go', '')), ['unknown-name'])
  },

  'a written game is read back'() {
    const moves = ['e2e4', 'd7d5', 'e4d5s']
    const text = value(wotn.write('wotn', '', moves, { White: 'Betza "R."' }, []))
    const record = value(wotn.read('chess', text))
    assert.equal(record.variant, 'wotn')
    assert.equal(record.tags.White, 'Betza "R."')
    assert.equal(record.winners, undefined)
    for (const [winners, result] of [[[0], '1-0'], [[1], '0-1'], [[], '1/2-1/2']]) {
      const ended = value(wotn.read('wotn', value(wotn.write('wotn', '', moves, { White: 'Cat' }, [], { players: ['Ann', ''], winners }))))
      assert.deepEqual([ended.tags.White, ended.tags.Black, ended.result, ended.winners], ['Ann', undefined, result, winners])
    }
    assert.deepEqual(record.moves.map((m) => m.text), moves)
    assert.deepEqual(record.problems, [])
  },

  'tags keep their order'() {
    const names = ['Zeta', 'Alpha', 'Mark', 'Beta', 'Omega', 'Chi']
    const tags = Object.fromEntries(names.map((name) => [name, 'x']))
    assert.deepEqual(Object.keys(value(wotn.read('wotn', value(wotn.write('wotn', '', ['e2e4'], tags, [])))).tags), names)
    const table = value(lancelot.start({ seats: 2, diagonals: false, excalibur: false, target: 0, first: 0 }))
    assert.deepEqual(Object.keys(value(lancelot.read(value(lancelot.write(table, ['g8'], tags, [])))).tags), names)
  },

  'annotations are kept and their errors reported'() {
    const record = value(wotn.read('wotn', '1.e4! {good} e5 (1...c5 2.Nf3) (1...Qh4 2.Nf3) 2.Nf3'))
    assert.deepEqual(record.moves.map((m) => m.san), ['e4', 'e5', 'Nf3'])
    assert.deepEqual(record.moves[0].nags, [1])
    assert.deepEqual(record.moves[0].after, ['good'])
    assert.deepEqual(record.moves[1].variations[0].map((m) => m.text), ['c7c5', 'g1f3'])
    assert.deepEqual(record.problems.map((p) => [p.code, p.args.ply, p.args.move]), [['illegal-move', 1, 'Qh4']])
    const [p] = problems(wotn.read('wotn', '1.e4 e5 2.Nf6'))
    assert.deepEqual([p.code, p.args.ply, p.args.move], ['illegal-move', 2, 'Nf6'])
    assert.equal(codes(wotn.read('wotn', '[FEN "8/8/8/8/8/8/8/8 w - - 0 1"] 1.e4')).length, 2)
  },

  'annotations that were read are written unchanged'() {
    const texts = [
      '1. e4! {good} 1... e5 (1... c5 2. Nf3 {open} (2. c3 $10) 2... d6) 2. {now} Nf3?! $14 *',
      '1. e4 d5 (1... d6 2. d4 (2. Nf3) 2... d5 3. exd5/any Nf6 (3... c6 4. dxc6/any)) 2. Nf3 *',
    ]
    const moves = (text) => text.split('\n\n')[1].replace(/\s+/g, ' ').trim()
    for (const text of texts) {
      const { start, moves: notes } = value(wotn.read('wotn', text))
      const played = notes.map((move) => move.text)
      const written = value(wotn.write('wotn', start, played, {}, notes))
      assert.deepEqual(value(wotn.read('wotn', written)).moves, notes, written)
      // Another game gets the annotations of the moves that both games start with.
      const other = value(wotn.write('wotn', start, [played[0], 'a7a6'], {}, notes))
      assert.equal(moves(other), text.startsWith('1. e4!') ? '1.e4! {good} 1...a6 *' : '1.e4 a6 *')
    }
    // A variation that is no longer legal becomes a comment.
    const bent = value(wotn.read('wotn', '1.e4 (1.d4 d5 2.c4) e5')).moves
    bent[0].variations[0][1].text = 'd7d4'
    assert.equal(moves(value(wotn.write('wotn', '', ['e2e4', 'e7e5'], {}, bent))), '1.e4 (1.d4 {d5 c4}) 1...e5 *')
  },

  'premoves have their captures and promotions'() {
    const of = (variant, start, moves, from) =>
      value(wotn.game(variant, start, moves)).premoves.find((premove) => premove.from === from)
    assert.deepEqual(of('wotn', '', ['e2e4', 'd7d5'], 'd5'), {
      from: 'd5', to: ['c4', 'd4', 'e4'], captures: ['e4'], promotes: ['c4', 'e4'], promotions: ['S', 'D'],
    })
    assert.deepEqual(of('chess', '4k3/P7/8/8/8/8/8/4K3 b - - 0 1', [], 'a7'), {
      from: 'a7', to: ['a8', 'b8'], captures: [], promotes: ['a8', 'b8'], promotions: ['Q', 'R', 'B', 'N'],
    })
    assert.deepEqual(of('chess', '', ['e2e4'], 'd2').promotions, [])
  },

  'a stone captures on two lines at once, as its square predicts'() {
    const position = '4a3/8/4a3/8/8/a1ab4/8/4b3 a 0,0 26,28 - basic 7'
    const captures = [
      { square: 'h4', seat: 1 },
      { square: 'g6', seat: 1 },
    ]
    const game = value(lancelot.game(value(lancelot.setup(position)), [], ''))
    assert.equal(game.phase, 'turn')
    assert.deepEqual(game.capturedFrom, [[], []])
    assert.deepEqual(game.columns, ['d', 'e', 'f', 'g', 'h', 'i', 'j', 'k'])
    assert.deepEqual(game.rows, [4, 5, 6, 7, 8, 9, 10, 11])
    assert.equal(game.lines.length, 16)
    const line = game.lines[2]
    assert.deepEqual([line.kind, line.squares[0], line.leads], ['row', 'd6', [1, -1]])
    assert.deepEqual(line.status, ['captures', 'open'])
    assert.deepEqual(game.stoneSquares.find((s) => s.square === 'h6'), { square: 'h6', legal: true, closedBy: [], captures })
    const after = value(lancelot.game(position, ['h6'], ''))
    assert.deepEqual(after.played[0].captures, captures)
    assert.deepEqual(after.played[0].lines.map((i) => after.lines[i].name).sort(), ['6', 'h'])
    assert.deepEqual(after.lines[2].status, ['closed', 'open'])
    assert.deepEqual(after.capturedFrom, [[1, 1], []])
    assert.deepEqual(after.captured, [2, 0])
  },

  'an Excalibur turn can be entered in either order'() {
    const table = value(lancelot.start({ seats: 2, diagonals: false, excalibur: true, target: 0, first: 1 }))
    assert.match(table, / a 0,0 30,30 ab excalibur 7$/)
    const begun = value(lancelot.game(table, [], ''))
    assert.equal(begun.phase, 'place-excalibur')
    assert.deepEqual(begun.stoneSquares, [])
    assert.equal(begun.excaliburSquares.length, 64)
    const excaliburFirst = value(lancelot.game(table, ['Xg6'], 'Xh7'))
    assert.deepEqual([excaliburFirst.pending, excaliburFirst.canFinish, excaliburFirst.excalibur], ['Xh7', false, 'h7'])
    const stoneFirst = value(lancelot.game(table, ['Xg6'], 'd4'))
    assert.deepEqual([stoneFirst.pending, stoneFirst.canFinish, stoneFirst.stoneSquares], ['d4', true, []])
    const played = value(lancelot.game(table, ['Xg6', 'd4,Xh7'], ''))
    assert.deepEqual(played.played[0].excalibur, { from: '', to: 'g6' })
    assert.deepEqual(played.played[1].excalibur, { from: 'g6', to: 'h7' })
    assert.deepEqual(played.excaliburTurns, [true, false])
  },

  'an illegal turn is refused with its text and the reason'() {
    const [p] = problems(lancelot.game('8/8/8/8/8/8/8/8 a 0,0 30,30 - basic 7', ['d4', 'd4'], ''))
    assert.deepEqual([p.code, p.args.ply, p.args.move, p.args.reason], ['illegal-move', 1, 'd4', 'occupied'])
    assert.deepEqual(codes(lancelot.game('8/8/8/8/8/8/8/8 a 0,0 30,30 - basic 7', [], 'a1')), ['off-board'])
    assert.ok(codes(lancelot.setup('8/8/8/8/8/8/8/8 a 0,0 30,31 - basic 99')).length > 1)
    assert.deepEqual(codes(lancelot.start({ seats: 6, diagonals: false, excalibur: false, target: 0, first: 0 })).slice(0, 1), ['seats'])
  },

  'a written game of Lancelot is read back'() {
    const table = value(lancelot.start({ seats: 3, diagonals: true, excalibur: true, target: 9, first: 0 }))
    const note = (text, rest = {}) => ({ text, san: text, nags: [], before: [], after: [], variations: [], ...rest })
    const variation = [note('e5', { before: ['or'], nags: [3] }), note('f6', { after: ['[%cal Ge5f6] so'] })]
    const notes = [note('Xg6', { before: ['first'], after: ['}'], nags: [1, 10] }), note('d4', { variations: [variation] })]
    const text = value(lancelot.write(table, ['Xg6', 'd4'], { A: 'Anna' }, notes))
    const record = value(lancelot.read(text))
    const whole = { comments: [], winners: [], games: 1, problems: [] }
    assert.deepEqual(record, { tags: { A: 'Anna' }, start: table, moves: notes, result: '*', ...whole })
    const named = value(lancelot.read(value(lancelot.write(table, ['Xg6'], {}, [], { players: ['Ann', 'Ben', 'Cat'] }))))
    assert.deepEqual(named.tags, { A: 'Ann', B: 'Ben', C: 'Cat' })
    // Notes on another turn are left out, and comments before a later turn follow the turn before it.
    const other = [note('Xg6', { after: ['a'] }), note('d5', { before: ['b'] }), note('e5', { after: ['c'] })]
    assert.deepEqual(
      value(lancelot.read(value(lancelot.write(table, ['Xg6', 'd4', 'e5'], {}, other)))).moves.map(({ after }) => after),
      [['a'], [], []],
    )
    const moved = [other[0], note('d4', { before: ['b'] })]
    assert.deepEqual(value(lancelot.read(value(lancelot.write(table, ['Xg6', 'd4'], {}, moved)))).moves[0].after, ['a', 'b'])
    const illegal = [note('Xg6'), note('d4', { variations: [[note('g6')]] })]
    assert.deepEqual(codes(lancelot.write(table, ['Xg6', 'd4'], {}, illegal)), ['illegal-move'])
    const [p] = problems(lancelot.read(text.replace('d4', 'g6')))
    assert.deepEqual([p.code, p.args.ply, p.args.reason], ['illegal-move', 1, 'occupied'])
    assert.deepEqual(codes(lancelot.read('')), ['record-no-start'])
    const agreed = value(lancelot.write(table, ['Xg6', 'd4'], { A: 'Anna', Result: '0-1/2-1/2' }, []))
    assert.equal(value(lancelot.read(agreed)).result, '0-1/2-1/2')
    assert.deepEqual(value(lancelot.read(agreed)).winners, [1, 2])
    const resigned = value(lancelot.write(table, ['Xg6', 'd4'], {}, [], { players: ['Anna'], winners: [2] }))
    assert.equal(value(lancelot.read(resigned)).result, '0-0-1')
    assert.deepEqual(codes(lancelot.write(table, ['Xg6'], { Result: '1-0' }, [])), ['record-result'])
    // An agreed result does not contradict a variation that ends by the rules.
    const last = '8/8/8/8/8/8/8/aab5 a 0,0 28,29 - basic 1'
    assert.equal(value(lancelot.read(value(lancelot.write(last, ['g4'], { Result: '0-1' }, [])))).result, '1-0')
  },

  'a text is read with what is assumed and how many games it has'() {
    const listed = value(lancelot.read('[C "Clara"] 1. g8 c3'))
    assert.deepEqual([listed.start.split(' ')[2], listed.games], ['0,0,0', 1])
    const [{ code, args }] = listed.problems
    assert.deepEqual([code, args.seats, args.rules, args.target], ['record-assumed-start', 3, 'basic', 8])
    const tags = '[Position "8/8/8/8/8/8/8/aab5 a 0,0 28,29 - basic 1"]\n'
    const wrong = value(lancelot.read(`${tags}g4 0-1`))
    assert.deepEqual([wrong.result, wrong.problems.map((p) => p.code)], ['1-0', ['record-result']])
    assert.deepEqual(codes(lancelot.read(`${tags}h5 1-0 x`)), ['record-trailing'])
    assert.equal(value(lancelot.read(`${tags}h5 1-0\n\n${tags}h5 *\n\n${tags}g4 z9`)).games, 3)
    const pgn = value(wotn.read('chess', '1.f3 e5 2.g4 Qh4# 1-0\n\n[White "A"]\n1.e4 *\n\n[White "B"]\n1.e9 *'))
    assert.deepEqual([pgn.result, pgn.games, pgn.problems.map((p) => p.code)], ['0-1', 3, ['wrong-result']])
  },

  'engines play legal moves at every level and stop in time'() {
    const table = value(lancelot.start({ seats: 3, diagonals: true, excalibur: true, target: 0, first: 0 }))
    for (let level = 1; level <= 10; level++) {
      for (const played of [['e2e4'], ['e2e4', 'd7d5']]) {
        const { move } = value(engines.think('wotn', 'wotn-alternative', '', played, 60, level))
        assert.equal(value(wotn.game('wotn-alternative', '', [...played, move])).ply, played.length + 1)
      }
      for (const played of [['Xg6'], ['Xg6', 'd4']]) {
        const { move } = value(engines.think('lancelot', 'wotn', table, played, 60, level))
        assert.equal(value(lancelot.game(table, [...played, move], '')).played.length, played.length + 1)
      }
    }
    // More time gives more nodes on any machine, so the deadline ends the search.
    const basic = value(lancelot.start({ seats: 2, diagonals: false, excalibur: false, target: 0, first: 0 }))
    const asked = { wotn: ['wotn', 'wotn', '', []], lancelot: ['lancelot', 'wotn', basic, []] }
    for (const question of Object.values(asked)) {
      assert.equal(value(engines.prepare(question[0])), true)
      const nodes = (ms) => value(engines.think(...question, ms, 10)).nodes
      const short = Math.min(...[1, 2, 3].map(() => nodes(40)))
      assert.ok(nodes(800) > 2 * short, `${question[0]}: 800 ms find no more than 40`)
    }
  },

  'an analysis reports its principal variations and can be stopped'() {
    const reports = []
    let polls = 0
    const watch = { stopped: () => ++polls >= 3000, report: (result) => reports.push([Date.now(), result]) }
    const began = Date.now()
    const last = value(engines.analyse('wotn-alternative', '', ['e2e4'], { ...limits, multiPV: 3 }, watch))
    assert.equal(polls, 3000)
    assert.equal(last.done, false)
    assert.equal(last.pvs.length, 3)
    assert.ok(reports.length > 0)
    for (const [, { pvs }] of reports) assert.ok(pvs.length >= 1 && pvs.length <= 3)
    for (let i = 1; i < reports.length; i++) {
      assert.ok(reports[i][0] - reports[i - 1][0] >= 190, 'more than five reports a second')
    }
    assert.ok(last.nodes >= reports.at(-1)[1].nodes && last.milliseconds <= Date.now() - began + 1)
    const moves = value(wotn.game('wotn-alternative', '', ['e2e4'])).legal.map(({ text }) => text)
    for (const { pv, wdl } of last.pvs) {
      assert.ok(moves.includes(pv[0].text))
      assert.ok(pv.length <= 16)
      assert.equal(wdl[0] + wdl[1] + wdl[2], 1000)
      value(wotn.game('wotn-alternative', '', ['e2e4', ...pv.map(({ text }) => text)]))
    }
    assert.equal(new Set(last.pvs.map(({ pv }) => pv[0].text)).size, 3)
  },

  'an analysis ends at its limits and at a proved mate'() {
    const mate = value(engines.analyse('chess', '6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1', [], limits))
    assert.equal(mate.done, true)
    assert.equal(mate.pvs[0].mate, 1)
    assert.equal(mate.pvs[0].pv[0].san, 'Ra8#')
    const nodes = value(engines.analyse('wotn', '', [], { ...limits, nodes: 3000 }))
    assert.ok(nodes.nodes <= 3000 && !nodes.done)
    assert.equal(value(engines.analyse('wotn', '', [], { ...limits, depth: 4 })).depth, 4)
    const time = value(engines.analyse('wotn', '', [], { ...limits, milliseconds: 100 }))
    assert.equal(time.done, false)
    assert.deepEqual(codes(engines.analyse('chess', '', ['f2f3', 'e7e5', 'g2g4', 'd8h4'], limits)), ['game-over'])
    assert.deepEqual(codes(engines.analyse('chess', '', ['e2e5'], limits)), ['illegal-move'])
    assert.deepEqual(codes(engines.analyse('chess', '', [], { ...limits, multiPV: 1.5 })), ['internal'])
  },

  'a weak level searches fewer nodes than a strong one'() {
    const table = value(lancelot.start({ seats: 2, diagonals: false, excalibur: false, target: 0, first: 0 }))
    const nodes = (game, start, level) => value(engines.think(game, 'wotn', start, [], 60_000, level)).nodes
    assert.ok(nodes('wotn', '', 1) < nodes('wotn', '', 4))
    assert.ok(nodes('lancelot', table, 5) < nodes('lancelot', table, 8))
  },

  'the errors of a level are constant in a game and vary between games'() {
    const other = value(wotn.setup('wotn', 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 2')).start
    const first = (start) => value(engines.think('wotn', 'wotn', start, [], 1000, 1)).move
    assert.equal(first(''), first(''))
    const games = Array.from({ length: 20 }, () => {
      first(other)
      return first('')
    })
    assert.ok(new Set(games).size > 1, games.join(' '))
  },

  'the levels have the codes 1 to 17'() {
    for (const level of [0, 18, -1]) {
      const [p] = problems(engines.think('wotn', 'wotn', '', [], 50, level))
      assert.deepEqual([p.code, p.args], ['level', { most: 17 }])
    }
  },

  'engines find mate in one and the best capture'() {
    const back = '6k1/5ppp/8/8/8/8/8/K3R3 w - - 0 1'
    assert.equal(value(engines.think('wotn', 'chess', back, [], 500, 10)).move, 'e1e8')
    const twice = '4a3/8/4a3/8/8/a1ab4/8/4b3 a 0,0 26,28 - basic 2'
    assert.equal(value(engines.think('lancelot', 'wotn', twice, [], 500, 10)).move, 'h6')
  },

  'advice lists the consequences of the best turns and continues its search'() {
    const twice = '4a3/8/4a3/8/8/a1ab4/8/4b3 a 0,0 26,28 - basic 2'
    const [first] = value(engines.analyseLancelot(twice, [], { ...limits, milliseconds: 200, multiPV: 3 })).candidates
    assert.deepEqual([first.turn, first.seat, first.captures.length, first.proved, first.winShares], ['h6', 0, 2, true, [1000, 0]])
    assert.deepEqual([first.captured, first.target], [2, 2])
    assert.deepEqual(first.outcome, { over: true, reason: 'target', winners: [0] })

    const open = value(lancelot.start({ seats: 3, diagonals: false, excalibur: false, target: 0, first: 0 }))
    const nodes = []
    for (let part = 0; part < 3; part++) {
      const { winShares, candidates: turns, nodes: n, done } = value(
        engines.analyseLancelot(open, ['g8', 'g9'], { ...limits, milliseconds: 60, multiPV: 4 }),
      )
      assert.equal(turns.length, 4)
      assert.equal(done, false)
      assert.deepEqual(winShares, turns[0].winShares)
      for (const turn of turns) {
        assert.ok(Math.abs(turn.winShares.reduce((a, b) => a + b) - 1000) < 10, turn.winShares)
        assert.deepEqual([turn.seat, turn.outcome.over, turn.pv[0]], [2, false, turn.turn])
        for (const { by, captures } of turn.threats) {
          assert.ok(by !== 2 && captures.length > 0 && captures.every(({ seat }) => seat === 2), JSON.stringify(turn))
        }
      }
      nodes.push(n)
    }
    assert.ok(nodes.every((n) => n > 0), nodes)
  },

  'a search with a number of nodes does not depend on earlier ones'() {
    const wotn = () => {
      const { milliseconds, ...rest } = value(engines.analyse('wotn', '', ['e2e4'], { ...limits, multiPV: 2, nodes: 4000 }))
      return rest
    }
    const first = wotn()
    value(engines.analyse('wotn', '', [], { ...limits, nodes: 9000 }))
    assert.deepEqual(wotn(), first)
    const table = value(lancelot.start({ seats: 2, diagonals: true, excalibur: false, target: 0, first: 0 }))
    const turn = () => engines.classify(table, ['g6', 'd4'], 'e5', { ...limits, nodes: 4000 })
    const verdict = turn()
    value(engines.classify(table, ['g6'], 'd4', { ...limits, nodes: 9000 }))
    assert.deepEqual(turn(), verdict)
  },

  'a verdict contains the best turn'() {
    const twice = '4a3/8/4a3/8/8/a1ab4/8/4b3 a 0,0 26,28 - basic 2'
    const bad = value(engines.classify(twice, [], 'k11', { ...limits, milliseconds: 200 }))
    assert.equal(bad.seat, 0)
    assert.equal(bad.better.turn, 'h6')
    assert.ok(bad.loss >= 100 && ['mistake', 'blunder'].includes(bad.kind), JSON.stringify(bad))
    assert.deepEqual(value(engines.classify(twice, [], 'h6', { ...limits, nodes: 5000 })).kind, 'good')
    assert.deepEqual(codes(engines.classify(twice, [], 'g6', limits)), ['occupied'])
    assert.deepEqual(codes(engines.analyseLancelot(twice, ['h6'], limits)), ['game-over'])
  },

  'an analysis of Lancelot reports and can be stopped'() {
    const open = value(lancelot.start({ seats: 5, diagonals: true, excalibur: false, target: 0, first: 0 }))
    const reports = []
    let looks = 0
    const watch = { stopped: () => ++looks > 6, report: (result) => reports.push(result) }
    const last = value(engines.analyseLancelot(open, [], { ...limits, multiPV: 5 }, watch))
    assert.ok(reports.length >= 1 && reports.every(({ candidates }) => candidates.length === 5), JSON.stringify(reports.length))
    assert.equal(last.winShares.length, 5)
    assert.ok(last.nodes > 0 && last.milliseconds > 0 && last.depth > 0)
    // Nodes limit the search too.
    const few = value(engines.analyseLancelot(open, ['e5'], { ...limits, nodes: 2000 }))
    assert.ok(few.nodes >= 2000 && few.nodes < 20_000, few.nodes)
  },

  'moves are classified by their loss'() {
    const before = { share: 600, second: 580, best: 'e2e4', mate: 0 }
    const after = (share, mate = 0) => ({ share, second: null, best: 'e7e5', mate })
    assert.equal(value(review.classify('d2d4', before, after(560))).kind, 'blunder')
    assert.deepEqual(value(review.classify('d2d4', before, after(430))), {
      kind: 'good', loss: 30, solves: true, only: false, allowsMate: 0, missesMate: 0,
    })
    assert.equal(value(review.classify('f2f3', before, after(1000, 2))).allowsMate, 2)
    assert.equal(value(review.accuracy([0, 150])), 75)
    assert.equal(value(review.accuracy([])), null)
    assert.equal(review.classify('e2e4', {}, {}).ok, false)
  },

  'the facts behind a fault are on the board'() {
    const lost = 'q3k3/8/8/3N4/8/8/7r/4K3 b - - 0 1'
    const facts = value(review.fault('wotn', lost, ['h2h3'], ['d5c7', 'e8d7', 'c7a8m'], []))
    assert.deepEqual(facts, {
      reply: { attacks: [{ kind: 'Q', square: 'a8' }], mate: false },
      better: { attacks: [], mate: false },
      replyGain: { wins: [{ kind: 'Q', square: 'a8' }], loses: [], promotes: [{ from: 'N', to: 'M' }] },
      betterGain: null,
    })
    // An illegal move ends a line.
    assert.equal(value(review.fault('wotn', lost, ['h2h3'], ['d5d6', 'e8d7'], [])).replyGain, null)
    assert.equal(review.fault('wotn', lost, [], [], []).ok, false)
  },

  'puzzles are exercises, and attempts are rated'() {
    const moves = { rules: 'wotn', start: '7k/8/8/8/8/8/R7/1R5K b - - 0 1', previous: 'h8g8', solution: ['b1b7', 'g8f8', 'a2a8'] }
    const puzzle = value(puzzles.exercise({ ...moves, also: [['a2a7']] }))
    assert.equal(puzzle.par, 2)
    const state = (line) => value(lessons.state(puzzle, line, [], ''))
    assert.deepEqual(state([]).wotn.played.map(({ text }) => text), ['h8g8'])
    assert.deepEqual([state(['b1b7']).next, state(['a2a7']).status, state(['b1b8']).status], ['g8f8', 'solved', 'failed'])
    assert.deepEqual(codes(puzzles.exercise({ ...moves, previous: 'h8h9' })), ['puzzle'])
    const person = { rating: 1500, deviation: 500, volatility: 0.09 }
    const rated = (solved) => value(puzzles.rate(person, 1500, solved, 0)).rating
    assert.ok(rated(true) > 1500 && rated(true) + rated(false) === 3000, rated(true))
  },

  'lessons evaluate moves, refute them and give hints'() {
    const state = (moves, extra = []) => value(lessons.state(exercise, moves, extra, ''))
    assert.equal(state([]).status, 'open')
    assert.equal(state(['c3a4m']).status, 'solved')
    assert.equal(state(['c3a4m']).learner, 0)
    const wrong = state(['c3d5m'])
    assert.deepEqual([wrong.status, wrong.wrong, wrong.refutation], ['failed', 0, ['e6d5s']])
    assert.equal(state(['c3d5m'], ['e6d5s']).wotn.pieces.find(({ square }) => square === 'd5').kind, 'S')
    assert.equal(value(lessons.hint(exercise, [])), 'c3a4m')
    // Without replies the learner moves again, and sees the last move.
    const again = value(lessons.state({ ...exercise, par: 2 }, ['e1e2'], [], ''))
    assert.deepEqual([again.status, again.wotn.turn, again.wotn.played[0].text], ['open', 'w', 'e1e2'])
    const game = { ...exercise, success: 'won', wrong: [], engine: { level: 11, nodes: 500, seed: 3 } }
    const reply = value(lessons.reply(game, ['e1e2']))
    assert.ok(value(lessons.state(game, ['e1e2'], [], '')).wotn.legal.some(({ text }) => text === reply))
    assert.equal(value(lessons.reply(game, ['e1e2'])), reply)
    const stones = { game: 'lancelot', position: '4a3/4b3/4a3/8/8/aba5/8/8 a 0,0 26,28 - basic 7', par: 1, success: 'captures a 2', solution: ['h6'] }
    assert.equal(value(lessons.state(stones, ['h6'], [], '')).status, 'solved')
    assert.equal(value(lessons.state(stones, ['k4'], [], '')).fact, 'captures-nothing')
    const lead = value(lessons.state({ ...stones, success: 'lead a 6 2' }, ['k4'], [], ''))
    assert.deepEqual([lead.fact, lead.cause], ['unmet', { name: 'lead', args: ['a', '6', '2'], not: false, value: 1 }])
    const blue = { ...stones, position: stones.position.replace(' a ', ' b '), success: 'captures b 1' }
    assert.deepEqual([stones, blue].map((own) => value(lessons.state(own, ['k4'], [], '')).learner), [0, 1])
    assert.deepEqual(codes(lessons.state({ ...exercise, success: 'win' }, [], [], '')), ['exercise'])
    assert.deepEqual(codes(lessons.state(exercise, ['c3c4'], [], '')), ['exercise-move'])
  },

  'engines refuse finished games and invalid input'() {
    assert.deepEqual(codes(engines.think('wotn', 'chess', '', ['f2f3', 'e7e5', 'g2g4', 'd8h4'], 50, 10)), ['game-over'])
    assert.deepEqual(codes(engines.think('wotn', 'chess', '', ['f2f5'], 50, 10)), ['illegal-move'])
    assert.deepEqual(codes(engines.think('lancelot', 'wotn', '8/8', [], 50, 10)), ['fields'])
  },

  'calls that violate the contract are answered, and so are later calls'() {
    const calls = [
      () => wotn.game(),
      () => wotn.game('draughts', '', []),
      () => wotn.game('wotn', '', 'e2e4'),
      () => wotn.game('wotn', '', [4]),
      () => wotn.game('wotn', null, []),
      () => wotn.handicap('wotn', 'red', []),
      () => wotn.handicap('wotn', 'w', [null]),
      () => wotn.write('wotn', '', [], null, []),
      () => wotn.write('wotn', '', ['e2e4'], {}, [{ text: 'e2e4' }]),
      () => wotn.write('wotn', '', [], {}),
      () => lancelot.start(),
      () => lancelot.start({ seats: 'two' }),
      () => lancelot.game('8/8/8/8/8/8/8/8 a 0,0 30,30 - basic 7', undefined, ''),
      () => lancelot.read(7),
      () => engines.think('draughts', 'wotn', '', [], 50, 10),
      () => engines.think('wotn', 'wotn', '', [], 'long', 10),
      () => engines.think('wotn', 'wotn', '', [], 50),
      () => engines.think('wotn', 'wotn', '', [], 50, '7'),
      () => engines.think('wotn', 'wotn', '', [], 50, 2.5),
      () => engines.prepare('draughts'),
    ]
    for (const call of calls) assert.deepEqual(codes(call()), ['internal'], call.toString())
    assert.equal(value(wotn.game('wotn', '', [])).legal.length, 20)
  },

  'many games are read in parts'() {
    const text = ['[White "Zoë \u{1F0CF}"]\n\n1. e4 *', '1. e4 Ke3 *', '1. e4 (1. d5) e5 *', '1. d4 *'].join('\n\n')
    const first = value(wotn.readGames('wotn', text, 2))
    assert.equal(first.more, true)
    assert.equal(text.slice(first.used), '1. e4 (1. d5) e5 *\n\n1. d4 *')
    assert.deepEqual(first.games.map(({ line, game }) => [line, game && game.start]), [[1, ''], [5, null]])
    assert.deepEqual([first.games[0].game.tags.White, first.games[0].game.over], ['Zoë \u{1F0CF}', false])
    assert.equal(first.games[1].problems[0].args.line, 5)
    const rest = value(wotn.readGames('wotn', text.slice(first.used), 20))
    assert.deepEqual([rest.more, rest.games.length, rest.games[0].problems.length], [false, 2, 1])
    assert.deepEqual(value(wotn.readGames('wotn', ' ', 20)), { games: [], used: 1, more: false })

    const start = '[Position "8/8/8/8/8/8/8/8 a 0,0 30,30 - basic 7"]\n\n'
    const stones = value(lancelot.readGames(`${start}1. e4 *\n\n${start}1. e4 e4 *\n\n${start}1. e5 e6 *`, 20))
    assert.deepEqual(stones.games.map(({ line, game }) => [line, game?.moves.length]), [[1, 1], [5, undefined], [9, 2]])
  },

  'text is passed on unchanged'() {
    const name = 'Zoë "\\\u0007\u2028 \u{1F0CF}'
    assert.equal(value(lancelot.read(value(lancelot.write('8/8/8/8/8/8/8/8 a 0,0 30,30 - basic 7', [], { A: 'Zoë \u{1F0CF}' }, [])))).tags.A, 'Zoë \u{1F0CF}')
    assert.equal(problems(wotn.game('wotn', '', [name]))[0].args.move, name)
  },
}

let failed = 0
for (const [name, test] of Object.entries(tests)) {
  try {
    test()
  } catch (reason) {
    failed++
    console.log(`FAILED: ${name}\n${reason.stack}\n`)
  }
}
console.log(`${Object.keys(tests).length - failed} passed, ${failed} failed`)
process.exit(failed > 0 ? 1 : 0)
