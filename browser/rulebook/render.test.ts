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
  const english = ids(read(name).html)
  expect(english.length).toBeGreaterThan(20)
  expect(new Set(english).size).toBe(english.length)
  expect(ids(read(`${name}.de`).html)).toEqual(english)
})

test('diagrams become figures with captions', () => {
  const text = '```diagram\ntitle: A & b\n```\n'
  const { html } = render(text, new Marked(), { 'title: A & b\n': { svg: '<svg></svg>', caption: '*See* 1.1' } })
  expect(html).toBe('<figure class="diagram-figure"><svg></svg><figcaption><em>See</em> 1.1 </figcaption></figure>\n')
  const start = { game: 'wotn' as const, variant: 'chess' as const, position: '4k3 "', seats: 2 }
  const tried = render(text, new Marked(), { 'title: A & b\n': { svg: '<svg></svg>', try: start } }, 'Try')
  expect(tried.html).toContain('&quot;position&quot;:&quot;4k3 \\&quot;&quot;')
  expect(tried.html).toContain('>Try</button></figcaption>')
  expect(() => render(text, new Marked())).toThrow('make diagrams has not drawn this diagram:\ntitle: A & b')
})

test('chapters are listed, and tables scroll by themselves', () => {
  const { html, chapters } = render('# T\n\n## 1 One\n\n**1.1** First.\n\n| a |\n|---|\n| b |\n', new Marked())
  expect(chapters).toEqual([{ id: 'p1', title: '1 One' }])
  expect(html).toContain('<h2 id="p1">1 One</h2>')
  expect(html).toContain('<p id="p1.1"><strong>1.1</strong> First.</p>')
  expect(html).toContain('<div class="scroll" tabindex="0"><table>')
})
