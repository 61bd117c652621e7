/** copy copies text to the clipboard and returns whether the browser allowed it. */
export async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return false
  }
}

/** download offers text as a file. */
export function download(name: string, text: string, type = 'text/plain'): void {
  save(name, new Blob([text], { type: `${type};charset=utf-8` }))
}

/** save offers data as a file. */
export function save(name: string, data: Blob): void {
  const address = URL.createObjectURL(data)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(address), 1000)
}
