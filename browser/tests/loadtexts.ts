import { languages, loadTexts } from '../words/words.svelte.ts'

// Unit tests use the texts of all languages.
await Promise.all(languages.map(loadTexts))
