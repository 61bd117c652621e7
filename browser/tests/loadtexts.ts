import { languages, loadTexts, speech } from '../words/words.svelte.ts'

// Unit tests use the texts of all languages. Files share modules, so each begins in English.
await Promise.all(languages.map(loadTexts))
speech.language = 'en'
