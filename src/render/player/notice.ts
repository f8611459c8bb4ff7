/** A short message on the stage, which goes away; screen readers read it. Also copies text. */
import { element } from './view/element.ts'

const shownMs = 4000

export class Notice {
  readonly box = element('p', { class: 'notice', role: 'status' })
  #timer: ReturnType<typeof setTimeout> | undefined

  say(text: string): void {
    this.box.textContent = text
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.box.replaceChildren(), shownMs)
  }

  async copy(text: string): Promise<void> {
    this.say(
      (await write(text))
        ? 'Link copied'
        : 'The browser does not allow copying. The link is in the address bar.',
    )
  }
}

async function write(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    // Some browsers have no clipboard for pages that are not served securely; the old way needs no permission.
    return copySelected(text)
  }
}

function copySelected(text: string): boolean {
  const field = element('textarea', { readonly: true, class: 'unseen', 'aria-hidden': 'true' })
  const before = document.activeElement
  field.value = text
  document.body.append(field)
  field.select()
  const isCopied = document.execCommand('copy')
  field.remove()
  if (before instanceof HTMLElement || before instanceof SVGElement) before.focus()
  return isCopied
}
