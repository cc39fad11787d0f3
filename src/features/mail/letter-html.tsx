import type { ComponentChildren } from 'preact'
import { render } from 'preact-render-to-string'
import { mix, readableOn, readableText } from '../../lib/color.ts'
import type { MailPicture } from '../../integrations/media/mail-logo.ts'
import { sandboxTexts } from '../../messages/interface/sandbox.ts'
import { letterTexts } from '../../messages/mail/letter.ts'
import type { ShownMail, Told } from './letter.ts'
import type { Sender } from './sender.ts'

/** What a mail shows besides words, where there is any. */
export type LetterPictures = { readonly logo: MailPicture | null; readonly poster: MailPicture | null }

/** The names of the pictures within a mail, in the form of a Message-ID. */
export const pictureNames = { logo: 'logo@picture.invalid', poster: 'event@picture.invalid' } as const

/**
 * A mail as HTML that mail clients can read: tables, styles on the elements, nothing fetched but small pictures of what was
 * bought; the logo and the picture of the event come with it. A reader in dark mode gets the colours of the style block where it is understood, and the light ones elsewhere.
 * Everything is escaped by default; only the style block is raw, and it holds nothing that anybody typed.
 *
 * @param objectionUrl as for `letterText`
 */
export function letterHtml(mail: ShownMail, sender: Sender, given: Given): string {
  return `<!doctype html>${render(<Document mail={mail} sender={sender} {...given} />)}`
}

const paper = '#f4f3ef'
const sheet = '#ffffff'
const ink = '#1b1a17'
const muted = '#5d5a52'
const line = '#d9d6cd'
const darkPaper = '#16161a'
const darkSheet = '#1f1f25'
const fonts = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif"

/** Between the parts of a line of mentions. */
const between = ' · '

type Given = { readonly objectionUrl: string | null; readonly pictures: LetterPictures }
type DocumentProps = Given & { readonly mail: ShownMail; readonly sender: Sender }

function Document({ mail, sender, objectionUrl, pictures }: DocumentProps) {
  const { language, letter } = mail
  return (
    <html lang={language}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <meta name="format-detection" content="telephone=no, date=no, address=no" />
        <title>{letter.subject}</title>
        <style dangerouslySetInnerHTML={{ __html: styleBlock(sender.accentColor) }} />
      </head>
      <body class="paper" style={`margin:0;padding:0;background-color:${paper};`}>
        <Table width="100%" cell={`padding:24px 12px;background-color:${paper};`} className="paper">
          <Centred>
            {mail.isSandbox ? <Mark>{sandboxTexts[language].mark}</Mark> : null}
            <Sheet {...{ mail, sender, pictures }} />
            <Small mail={mail} sender={sender} objectionUrl={objectionUrl} />
          </Centred>
        </Table>
      </body>
    </html>
  )
}

/** The accent is corrected for the dark sheet; only six hexadecimal digits come from a stranger. */
function styleBlock(accent: string): string {
  const onDark = readableText(accent, darkSheet)
  return `:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (prefers-color-scheme:dark){
.paper{background-color:${darkPaper}!important}
.sheet{background-color:${darkSheet}!important;border-color:${onDark} #3a3a42 #3a3a42!important}
.ink{color:#f1f0ec!important}
.muted{color:#b3b0a8!important}
.link{color:${onDark}!important}
.soft{background-color:#2a2a32!important}
.button{background-color:${onDark}!important;color:${readableOn(onDark)}!important}
}`
}

function Sheet({ mail, sender, pictures }: Omit<DocumentProps, 'objectionUrl'>) {
  const { title, paragraphs, facts = [], code, action, links = [], told = [], notes = [] } = mail.letter
  const accent = sender.accentColor
  return (
    <Table
      width="100%"
      className="sheet"
      style={`background-color:${sheet};border:1px solid ${line};border-top:6px solid ${accent};border-radius:8px;border-collapse:separate;border-spacing:0;`}
      cell="padding:28px 24px;"
    >
      {pictures.logo !== null ? (
        <Enclosed
          name={pictureNames.logo}
          picture={pictures.logo}
          alt={sender.name ?? ''}
          style="margin:0 0 16px;border-radius:4px;"
        />
      ) : sender.name === null ? null : (
        <p class="muted" style={`${text(16, muted)}margin:0 0 12px;font-weight:600;`}>
          {sender.name}
        </p>
      )}
      {pictures.poster === null ? null : (
        <Enclosed
          name={pictureNames.poster}
          picture={pictures.poster}
          alt=""
          style="width:100%;margin:0 0 16px;border-radius:8px;"
        />
      )}
      <h1 class="ink" style={`${text(26, ink, 1.2)}margin:0 0 16px;font-weight:700;word-break:break-word;`}>
        {title}
      </h1>
      {paragraphs.map((paragraph) => (
        <p key={paragraph} class="ink" style={`${text(16, ink)}margin:0 0 16px;word-break:break-word;`}>
          {paragraph}
        </p>
      ))}
      {code === undefined ? null : <Code code={code} />}
      {facts.length === 0 ? null : <Facts facts={facts} />}
      {action === undefined ? null : <Action action={action} accent={accent} />}
      {links.map(({ label, url }) => (
        <p key={url} style={`${text(16, ink)}margin:12px 0 0;`}>
          <a class="link" href={url} style={`color:${readableText(accent, sheet)};`}>
            {label}
          </a>
        </p>
      ))}
      {told.map((one, index) => (
        <About key={index} told={one} />
      ))}
      {notes.map((note) => (
        <p key={note} class="muted" style={`${text(14, muted)}margin:16px 0 0;word-break:break-word;`}>
          {note}
        </p>
      ))}
    </Table>
  )
}

type EnclosedProps = {
  readonly name: string
  readonly picture: MailPicture
  readonly alt: string
  readonly style: string
}

/** A picture that comes with the mail. What does not show it reads out the text, in its place and size of letters. */
function Enclosed({ name, picture: { width, height }, alt, style }: EnclosedProps) {
  return (
    <img
      src={`cid:${name}`}
      alt={alt}
      width={width}
      height={height}
      class="muted"
      style={`${text(16, muted)}display:block;border:0;max-width:100%;height:auto;font-weight:600;${style}`}
    />
  )
}

/** Says what was bought, beside its picture. */
function About({ told: { text: line, picture } }: { readonly told: Told }) {
  const look = `${text(14, muted)}vertical-align:middle;word-break:break-word;`
  return (
    <table role="presentation" width="100%" style="border-collapse:collapse;margin:16px 0 0;">
      <tbody>
        <tr>
          {picture === undefined ? null : (
            <td class="muted" width="80" style={`${look}padding:0 12px 0 0;`}>
              <img
                src={picture.url}
                alt={picture.alt}
                style="display:block;width:auto;max-width:80px;max-height:60px;border-radius:4px;"
              />
            </td>
          )}
          <td class="muted" style={`${look}padding:0;`}>
            {line}
          </td>
        </tr>
      </tbody>
    </table>
  )
}

/** Dark on amber in light and dark, as the banner of the pages. */
function Mark({ children }: { readonly children: string }) {
  return (
    <p
      style={`${text(16, '#1b1200')}margin:0 0 12px;padding:10px 16px;background-color:#f5b942;border-radius:8px;font-weight:700;`}
    >
      {children}
    </p>
  )
}

function Code({ code }: { readonly code: string }) {
  return (
    <p
      class="ink soft"
      style={`${text(30, ink, 1.2)}margin:0 0 20px;padding:14px 16px;background-color:${paper};border-radius:8px;font-weight:700;letter-spacing:0.08em;text-align:center;`}
    >
      {code}
    </p>
  )
}

function Facts({ facts }: { readonly facts: readonly { readonly label: string; readonly value: string }[] }) {
  return (
    <table role="presentation" width="100%" style="border-collapse:collapse;margin:0 0 20px;">
      <tbody>
        {facts.map(({ label, value }) => (
          <tr key={label}>
            <td class="muted" style={`${text(14, muted)}padding:6px 16px 6px 0;vertical-align:top;white-space:nowrap;`}>
              {label}
            </td>
            <td
              class="ink"
              style={`${text(16, ink)}padding:5px 0;vertical-align:top;width:100%;word-break:break-word;`}
            >
              {value}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** A button: a coloured cell, which every client shows; the address in words is for clients that show no button. */
function Action({
  action,
  accent,
}: {
  readonly action: { readonly label: string; readonly url: string }
  readonly accent: string
}) {
  return (
    <>
      <table role="presentation" style="border-collapse:separate;border-spacing:0;margin:4px 0 16px;">
        <tbody>
          <tr>
            <td class="button" style={`background-color:${accent};border-radius:8px;`}>
              <a
                class="button"
                href={action.url}
                style={`${text(16, readableOn(accent))}display:inline-block;padding:13px 24px;font-weight:700;text-decoration:none;border-radius:8px;`}
              >
                {action.label}
              </a>
            </td>
          </tr>
        </tbody>
      </table>
      <p class="muted" style={`${text(12, muted)}margin:0;word-break:break-all;`}>
        <a class="muted" href={action.url} style={`color:${muted};`}>
          {action.url}
        </a>
      </p>
    </>
  )
}

function Small({ mail, sender, objectionUrl }: Omit<DocumentProps, 'pictures'>) {
  const { reasons, objection } = letterTexts[mail.language]
  const lines = [...sender.mentions, reasons[mail.kind]]
  return (
    <div style="padding:16px 25px 0;">
      {lines.map((mention) => (
        <p
          key={mention}
          class="muted"
          style={`${text(13, mix(muted, ink, 0.15))}margin:0 0 4px;word-break:break-word;`}
        >
          <Unbroken>{mention}</Unbroken>
        </p>
      ))}
      {objectionUrl === null ? null : (
        <p style={`${text(13, muted)}margin:8px 0 0;`}>
          <a class="muted" href={objectionUrl} style={`color:${mix(muted, ink, 0.15)};`}>
            {objection}
          </a>
        </p>
      )}
    </div>
  )
}

/** A line of which each part stays whole where there is room for it: addresses are broken at hyphens otherwise. */
function Unbroken({ children }: { readonly children: string }) {
  return children.split(between).flatMap((part, index) => [
    index === 0 ? '' : between,
    <span key={part} style="display:inline-block;max-width:100%;">
      {part}
    </span>,
  ])
}

function Centred({ children }: { readonly children: ComponentChildren }) {
  return <div style="max-width:600px;margin:0 auto;text-align:left;">{children}</div>
}

/** A table with a single cell. */
function Table({
  width,
  className,
  style = '',
  cell,
  children,
}: {
  readonly width: string
  readonly className: string
  readonly style?: string
  readonly cell: string
  readonly children: ComponentChildren
}) {
  return (
    <table role="presentation" width={width} class={className} style={`border-collapse:collapse;${style}`}>
      <tbody>
        <tr>
          <td style={cell} class={style === '' ? className : undefined}>
            {children}
          </td>
        </tr>
      </tbody>
    </table>
  )
}

function text(size: number, color: string, lineHeight = 1.5): string {
  return `font-family:${fonts};font-size:${size}px;line-height:${lineHeight};color:${color};`
}
