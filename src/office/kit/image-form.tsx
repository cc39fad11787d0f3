import type { ComponentChildren } from 'preact'
import { type PictureFocus, pictureFocuses, sharesOf } from '../../lib/picture-focus.ts'
import { nameOfPicture, variationsOf } from '../../integrations/media/image-variations.ts'
import { mostImageBytes } from '../../integrations/media/images.ts'
import type { DeskTexts } from '../../messages/office/desk.ts'
import { FileField } from '../../pages/form/file-field.tsx'
import type { FormProblem } from '../../pages/form/problems.tsx'
import { Submit } from '../../pages/parts.tsx'
import { Deletion } from './parts.tsx'

export type ImageWords = DeskTexts['image']

type ImageFormProps = {
  /** The id of the field, where a page has several; its name is `img` in each. */
  readonly id?: string
  readonly action: string
  readonly imageKey: string | null
  /** The address of the picture on this host; absent: where all pictures are. */
  readonly source?: string | undefined
  /** What stays in sight where the picture is cut; absent: it is cut nowhere. */
  readonly focus?: { readonly action: string; readonly chosen: PictureFocus }
  readonly problems: readonly FormProblem[]
  readonly words: ImageWords
}

/**
 * The picture of something that exists already, in a form of its own: a browser forgets a file that it has sent with a form
 * that is refused.
 */
export function ImageForm({ id = 'img', action, imageKey, source, focus, problems, words }: ImageFormProps) {
  const titleId = `${id}-title`
  const address = source ?? (imageKey === null ? '' : `/${variationsOf(imageKey).med}`)
  return (
    <section class="stack" aria-labelledby={titleId}>
      <h2 id={titleId}>{words.title}</h2>
      {imageKey === null ? null : focus === undefined ? (
        <img class="preview" src={address} alt={words.current} />
      ) : (
        <FocusForm {...focus} {...{ address, words }} />
      )}
      <form method="post" action={action} {...withFile}>
        <PictureField {...{ id, problems, words }} label={words.choose} required />
        <Submit look="quiet">{words.send}</Submit>
      </form>
      {imageKey === null ? null : (
        <Deletion
          action={action}
          sends={{ remove: 'true' }}
          title={words.remove}
          help={words.removeHelp}
          of={titleId}
        />
      )}
    </section>
  )
}

type FocusFormProps = {
  readonly action: string
  readonly chosen: PictureFocus
  /** The address of the picture. */
  readonly address: string
  readonly words: ImageWords
}

/** Asks what stays in sight of a picture: points lie on it, and beside it is what is left of it where it is cut, without any script. */
function FocusForm({ action, chosen, address, words }: FocusFormProps) {
  return (
    <form method="post" action={action}>
      <fieldset class="focus">
        <legend>{words.focus}</legend>
        <p class="muted small">{words.focusHelp}</p>
        <div class="points">
          <img src={address} alt={words.current} />
          <div>
            {pictureFocuses.map((focus) => {
              const [x, y] = sharesOf(focus)
              const said = words.focusPoint({ x, y })
              return (
                <input
                  key={focus}
                  type="radio"
                  name="focus"
                  value={focus}
                  aria-label={said}
                  checked={focus === chosen}
                />
              )
            })}
          </div>
        </div>
        <div class="cuts">
          <img src={address} alt="" />
          <img src={address} alt="" />
        </div>
      </fieldset>
      <Submit look="quiet">{words.focusKeep}</Submit>
    </form>
  )
}

/** Attributes of a form with a `NewPicture`. */
export const withFile = { encType: 'multipart/form-data' } as const

type NewPictureProps = Pick<ImageFormProps, 'imageKey' | 'problems' | 'words'> & {
  /** The note that the picture is optional. */
  readonly note: string
}

/** The picture in the form that makes something (`takeNewPicture`): one that was taken is kept when the form is refused. */
export function NewPicture({ imageKey, problems, words, note }: NewPictureProps) {
  const label = (
    <>
      {words.title} <span class="muted">({note})</span>
    </>
  )
  return (
    <>
      {imageKey === null ? null : (
        <figure>
          <img class="preview" src={`/${variationsOf(imageKey).med}`} alt="" />
          <figcaption class="muted small">{words.kept}</figcaption>
          <input type="hidden" name="picture" value={nameOfPicture(imageKey)} />
          <label class="check">
            <input type="checkbox" name="no_picture" value="true" />
            <span>{words.without}</span>
          </label>
        </figure>
      )}
      <PictureField id="img" {...{ problems, words, label }} />
    </>
  )
}

type PictureFieldProps = Pick<ImageFormProps, 'problems' | 'words'> & {
  readonly id: string
  readonly label: ComponentChildren
  readonly required?: boolean
}

function PictureField({ words, ...field }: PictureFieldProps) {
  return (
    <FileField
      name="img"
      help={words.help}
      accept="image/jpeg,image/png,image/webp,image/gif,image/avif"
      most={mostImageBytes}
      {...field}
    />
  )
}
