import { pageScript } from './page-script.ts'

/** On a template in the head of a page: what is in it begins once the picture is there. */
export const afterPicture = 'data-after-picture'

/**
 * Has scripts that only make a page more convenient fetched once its picture is there: on a slow line, where everything that is asked for
 * shares the line, the picture is seen sooner (ADR 0070). The page counts as loaded once they are, too.
 */
export const afterPictureScript = pageScript(
  ({ held }) => {
    const picture = document.querySelector<HTMLImageElement>('.event > picture > img')
    const begin = () => {
      for (const template of document.querySelectorAll<HTMLTemplateElement>(held))
        template.replaceWith(template.content)
    }
    if (picture === null || picture.complete) begin()
    else for (const end of ['load', 'error']) picture.addEventListener(end, begin, { once: true })
  },
  { held: `template[${afterPicture}]` },
)
