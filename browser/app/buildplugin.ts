import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import type { Plugin } from 'vite'

/**
 * buildName writes the name of the build into the start page. The name is a hash of the page, of the names of the built
 * files (which contain hashes of their content) and of the public folder. A development server has no build name.
 */
export function buildName(publicFolder: string): Plugin {
  return {
    name: 'build-name',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle }) {
        const hash = createHash('sha256').update(html)
        for (const name of Object.keys(bundle ?? {}).sort()) hash.update(`${name}\n`)
        for (const name of readdirSync(publicFolder).sort()) hash.update(readFileSync(`${publicFolder}/${name}`))
        const content = hash.digest('base64url').slice(0, 12)
        return [{ tag: 'meta', attrs: { name: 'build', content }, injectTo: 'head' }]
      },
    },
  }
}

/**
 * textFiles names the files with the texts of each language in the start page, where public/before-paint.js preloads the one
 * that is needed.
 */
export function textFiles(): Plugin {
  return {
    name: 'text-files',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(_, { bundle }) {
        const files = Object.values(bundle ?? {}).flatMap((file) => {
          const language = file.type === 'chunk' && /\/words\/([a-z]+)\.ts$/.exec(file.facadeModuleId ?? '')?.[1]
          return language ? [{ language, address: `./${file.fileName}` }] : []
        })
        if (files.length === 0) throw new Error('no file with texts')
        return files.map(({ language, address }) => ({
          tag: 'link',
          attrs: { rel: 'texts', hreflang: language, href: address, crossorigin: true },
          injectTo: 'head-prepend',
        }))
      },
    },
  }
}

/** preloadFonts makes browsers load the fonts of Latin text with the style sheets, because text reflows when they arrive. */
export function preloadFonts(): Plugin {
  return {
    name: 'preload-fonts',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(_, { bundle }) {
        const files = Object.keys(bundle ?? {}).filter((name) => /-latin-wght-normal-[\w-]+\.woff2$/.test(name))
        if (files.length === 0) throw new Error('no font to preload')
        return files.map((name) => ({
          tag: 'link',
          attrs: { rel: 'preload', as: 'font', type: 'font/woff2', crossorigin: true, href: `./${name}` },
          // Addresses are relative to the element <base>, which must come before.
          injectTo: 'head',
        }))
      },
    },
  }
}
