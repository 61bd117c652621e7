import { readFileSync } from 'node:fs'
import { Marked } from 'marked'
import { expect, test } from 'vitest'
import { builtDiagrams } from './plugin.ts'
import { render } from './render.ts'

const read = (name: string) =>
  render(
    readFileSync(new URL(`../../docs/rules/${name}.md`, import.meta.url), 'utf8'),
    new Marked(),
    builtDiagrams().blocks,
  )

test.each(['way-of-the-knight', 'lancelot'])('%s has the same numbered paragraphs in both languages', (name) => {
  const ids = (html: string) => [...html.matchAll(/ id="(p[\d.]+)"/g)].map((match) => match[1])
  const english = ids(read(name).exact)
  expect(english.length).toBeGreaterThan(20)
  expect(new Set(english).size).toBe(english.length)
  expect(ids(read(`${name}.de`).exact)).toEqual(english)
  for (const { summary, title } of [read(name), read(`${name}.de`)]) {
    expect(ids(summary)).toEqual([])
    expect(summary.match(/<section><h3>/g)).toHaveLength(6)
    expect(summary.match(/<figure/g)).toHaveLength(6)
    expect(title).toMatch(/^(Exact rules|Die genauen Regeln)$/)
  }
})

test('diagrams become figures with captions', () => {
  const text = '```diagram\ntitle: A & b\n```\n'
  const { exact: html } = render(text, new Marked(), { 'title: A & b\n': { svg: '<svg></svg>', caption: '*See* 1.1' } })
  expect(html).toBe('<figure class="diagram-figure"><svg></svg><figcaption><em>See</em> 1.1 </figcaption></figure>\n')
  const wide = render(text, new Marked(), { 'title: A & b\n': { svg: '<svg viewBox="0 0 800 120"></svg>' } })
  expect(wide.exact).toContain('<figure class="diagram-figure wide">')
  const start = { game: 'wotn' as const, variant: 'chess' as const, position: '4k3 "', seats: 2 }
  const tried = render(text, new Marked(), { 'title: A & b\n': { svg: '<svg></svg>', try: start } }, 'Try')
  expect(tried.exact).toContain('&quot;position&quot;:&quot;4k3 \\&quot;&quot;')
  expect(tried.exact).toContain('>Try</button></figcaption>')
  expect(() => render(text, new Marked())).toThrow('make diagrams has not drawn this diagram:\ntitle: A & b')
})

test('chapters are listed, and tables scroll by themselves', () => {
  const { exact: html, chapters } = render('# T\n\n## 1 One\n\n**1.1** First.\n\n| a |\n|---|\n| b |\n', new Marked())
  expect(chapters).toEqual([{ id: 'p1', title: '1 One' }])
  expect(html).toContain('<h2 id="p1">1 One</h2>')
  expect(html).toContain('<p id="p1.1"><strong>1.1</strong> First.</p>')
  expect(html).toContain('<div class="scroll" tabindex="0"><table>')
})

test('the short rules are cards before the exact rules', () => {
  const book = render(
    '# T\n\n## Short\n\n### A\n\nOne.\n\n### B\n\n## Exact\n\nX.\n\n## 1 One\n\n**1.1** First.\n',
    new Marked(),
  )
  expect(book.summary).toBe(
    '<h1>T</h1>\n<h2>Short</h2>\n<div class="cards"><section><h3>A</h3>\n<p>One.</p>\n</section>\n<section><h3>B</h3>\n</section></div>\n',
  )
  expect(book.title).toBe('Exact')
  expect(book.exact).toMatch(/^<p>X\.<\/p>\n<h2 id="p1">/)
})
