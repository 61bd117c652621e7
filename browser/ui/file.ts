/**
 * fileText decodes a text file: UTF-8, or the usual encoding of old files. Its lines end with \n. It rejects if the file cannot be
 * read.
 */
export async function fileText(file: Blob): Promise<string> {
  const bytes = await file.arrayBuffer()
  let text: string
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    text = new TextDecoder('windows-1252').decode(bytes)
  }
  return text.replace(/\r\n?/g, '\n')
}
