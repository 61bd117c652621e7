/** The build of this page, and whether the server serves pages of another one. */
class Build {
  /** The name of the build; '' on a development server. */
  readonly own = document.querySelector<HTMLMetaElement>('meta[name=build]')?.content ?? ''
  #served = $state(this.own)
  #dismissed = $state(this.own)

  /** The server serves pages of another build, and the notice of it was not dismissed. */
  get outdated(): boolean {
    return this.#served !== this.own && this.#served !== this.#dismissed
  }

  /** Stores the build that the server reports. */
  report(served: string): void {
    if (this.own !== '') this.#served = served
  }

  /** Dismisses the notice until the server reports yet another build. */
  dismiss(): void {
    this.#dismissed = this.#served
  }
}

export const build = new Build()
