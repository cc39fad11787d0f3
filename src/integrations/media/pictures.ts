import type { Picture } from '../documents/canvas.ts'
import type { PassImages } from '../wallet/pass-images.ts'
import { WorkLostError } from '../workshop/start-process.ts'
import type { Workshop } from '../workshop/workshop.ts'
import type { Cut } from './cut.ts'
import { ImageRefusedError } from './image-refused-error.ts'
import type { PictureWidth } from './image-variations.ts'
import { type ImageKind, mostImageBytes, type PreparedImage } from './images.ts'
import type { MailPicture } from './mail-logo.ts'

/** Strangers' pictures are decoded in a process with little memory and time, one after the other; `whose` waits its turn. */
export type Pictures = {
  /** @throws ImageRefusedError also when it takes more memory or time than a picture may */
  prepare(whose: string, bytes: Buffer, kind: ImageKind): Promise<PreparedImage>
  /** Makes the images of a pass for wallets; `file` null: an organisation without an image. */
  forPass(whose: string, file: Buffer | null, accentColor: string): Promise<PassImages>
  /** Makes a logo for documents that are printed. */
  forPaper(whose: string, file: Buffer): Promise<Picture>
  /** Makes a logo for mails. */
  forMail(whose: string, file: Buffer): Promise<MailPicture>
  cut(whose: string, file: Buffer, cut: Cut): Promise<Buffer>
  /** Makes a further width of a picture that was prepared. */
  width(whose: string, file: Buffer, width: PictureWidth): Promise<Buffer>
}

export function createPictures(workshop: Workshop): Pictures {
  return {
    async prepare(whose, bytes, kind) {
      if (bytes.length > mostImageBytes) throw new ImageRefusedError('too_large')
      const prepared = await workshop.make(whose, 'image', { bytes, kind }).catch((error: unknown) => {
        throw error instanceof WorkLostError ? new ImageRefusedError('corrupt') : error
      })
      if ('refused' in prepared) throw new ImageRefusedError(prepared.refused)
      return prepared
    },
    forPass: (whose, file, accentColor) => workshop.make(whose, 'passImages', { file, accentColor }),
    forPaper: (whose, file) => workshop.make(whose, 'paperLogo', file),
    forMail: (whose, file) => workshop.make(whose, 'mailLogo', file),
    cut: (whose, file, cut) => workshop.make(whose, 'cut', { file, cut }),
    width: (whose, file, width) => workshop.make(whose, 'width', { file, width }),
  }
}
