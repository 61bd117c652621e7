/** The build of this page, and whether the server serves pages of another one. */
class Build {
  /** The server serves pages of another build, so this page should be reloaded. */
  outdated = $state(false)
  /** The name of the build; '' on a development server. */
  readonly #own = document.querySelector<HTMLMetaElement>('meta[name=build]')?.content ?? ''

  /** Compares the build that the server reports. */
  compare(served: string): void {
    this.outdated = this.#own !== '' && served !== this.#own
  }
}

export const build = new Build()
