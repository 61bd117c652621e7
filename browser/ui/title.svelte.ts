/** The title that the page shown has set; '' if it uses the title of its route. */
class PageTitle {
  text = $state('')
}

export const pageTitle = new PageTitle()

/** useTitle sets the title while the calling component is shown. To be called when the component is created. */
export function useTitle(text: () => string): void {
  $effect(() => {
    pageTitle.text = text()
    return () => {
      pageTitle.text = ''
    }
  })
}
