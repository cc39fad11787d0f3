import { variationsOf } from '../../../integrations/media/image-variations.ts'
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
  readonly action: string
  readonly imageKey: string | null
  readonly problems: readonly FormProblem[]
  readonly words: ImageWords
}

/**
 * The picture of something that is made already, in a form of its own: a browser forgets a file that it has sent with a form
 * that is refused.
 */
export function ImageForm({ action, imageKey, problems, words }: ImageFormProps) {
  return (
    <section class="stack" aria-labelledby="picture">
      <h2 id="picture">{words.title}</h2>
      {imageKey === null ? null : (
        <img class="preview" src={`/${variationsOf(imageKey).med}`} alt={words.current} />
      )}
      <form method="post" action={action} enctype="multipart/form-data">
        <div class="field">
          <label for="img">{words.choose}</label>
          <p class="muted small" id="img-help">
            {words.help}
          </p>
          <BesideField problems={problems} id="img" />
          <input
            id="img"
            name="img"
            type="file"
            accept="image/jpeg,image/png,image/webp,image/gif,image/avif"
            required
            {...markWrong({ problems, id: 'img', helpId: 'img-help' })}
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
