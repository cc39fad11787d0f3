import { variationsOf } from '../../../integrations/media/image-variations.ts'
import { mostImageBytes } from '../../../integrations/media/images.ts'
import { formParts } from '../form/form-script.ts'
import { BesideField, type FormProblem, markWrong } from '../form/problems.tsx'

export type ImageWords = {
  readonly title: string
  readonly help: string
  readonly choose: string
  readonly send: string
  readonly remove: string
  readonly current: string
}

type ImageFormProps = {
  /** Where a page has several: of its field, whose name is `img` in each. */
  readonly id?: string
  readonly action: string
  readonly imageKey: string | null
  readonly problems: readonly FormProblem[]
  readonly words: ImageWords
}

/**
 * The picture of something that is made already, in a form of its own: a browser forgets a file that it has sent with a form
 * that is refused.
 */
export function ImageForm({ id = 'img', action, imageKey, problems, words }: ImageFormProps) {
  const [titleId, helpId] = [`${id}-title`, `${id}-help`]
  return (
    <section class="stack" aria-labelledby={titleId}>
      <h2 id={titleId}>{words.title}</h2>
      {imageKey === null ? null : (
        <img class="preview" src={`/${variationsOf(imageKey).med}`} alt={words.current} />
      )}
      <form method="post" action={action} enctype="multipart/form-data">
        <div class="field">
          <label for={id}>{words.choose}</label>
          <p class="muted small" id={helpId}>
            {words.help}
          </p>
          <BesideField problems={problems} id={id} />
          <input
            id={id}
            name="img"
            type="file"
            accept="image/jpeg,image/png,image/webp,image/gif,image/avif"
            required
            {...{ [formParts.most]: mostImageBytes }}
            {...markWrong({ problems, id, helpId })}
          />
        </div>
        <button class="button quiet" type="submit">
          {words.send}
        </button>
      </form>
      {imageKey === null ? null : (
        <form method="post" action={action}>
          <input type="hidden" name="remove" value="true" />
          <button class="button quiet" type="submit">
            {words.remove}
          </button>
        </form>
      )}
    </section>
  )
}
