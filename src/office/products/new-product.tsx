import type { FastifyInstance } from 'fastify'
import type { Context } from '../../context.ts'
import { type ProductKind, productKinds } from '../../features/catalog/product.ts'
import { usualProduct } from '../../features/catalog/product-fields.ts'
import { createProduct } from '../../features/catalog/save-product.ts'
import { requireSelling } from '../../features/tenant/category-rules.ts'
import { staff, type Asked } from '../../http/route.ts'
import { at, paths } from '../../lib/paths.ts'
import { deskTexts } from '../../messages/office/desk.ts'
import { productTexts } from '../../messages/office/product.ts'
import { EnumIn, Maybe, TypedText } from '../../http/wire/schemas.ts'
import { Kinds } from '../../pages/form/kinds.tsx'
import { filledIn, typedFields } from '../kit/form-values.ts'
import { showRoom } from '../kit/frame.tsx'
import { NewPicture } from '../kit/image-form.tsx'
import { type NewState, newPage } from '../kit/new-page.ts'
import { NewKey } from '../kit/parts.tsx'
import { Submit } from '../../pages/parts.tsx'
import { newPictureFields, takeNewPicture } from '../kit/take-new-picture.ts'
import { askedFields, type FilledProduct, readProduct } from './filled-product.ts'
import { ProductForm } from './product-form.tsx'

type FilledNew = {
  readonly product: FilledProduct
  readonly kind: ProductKind | null
  readonly picture: Awaited<ReturnType<typeof takeNewPicture>>
}

/** Registers the form of a new product; its first price is asked for on the next page. */
export function registerNewProductPage(app: FastifyInstance, context: Context): void {
  newPage(app, {
    url: paths.newProduct,
    access: staff('programme'),
    withFiles: true,
    body: {
      ...typedFields(askedFields),
      ...newPictureFields,
      kind: Maybe(EnumIn(productKinds)),
      /** Which of the two buttons was pressed. */
      publish: Maybe(TypedText({ max: 10 })),
    },
    begin: () => null,
    typed: async (body, { request }): Promise<FilledNew> => ({
      product: filledIn(askedFields, body),
      kind: body.kind ?? null,
      picture: await takeNewPicture(context, request, body),
    }),
    check: ({ asked: { request }, filled }) => {
      const { tenant, language } = request
      const kind = filled.kind ?? 'ticket'
      const missing = { field: 'kind', detail: productTexts[language].problems.kind }
      const { values, problems } = readProduct(filled.product, { tenant, kind, language })
      return {
        values: { ...usualProduct, ...values, kind },
        problems: [...(filled.kind === null ? [missing] : []), ...problems, ...filled.picture.problems],
      }
    },
    save: async ({ asked: { request }, filled, values, id, body }) => {
      const product = await createProduct(context, request.tenant, request.actor, {
        ...values,
        id,
        imageKey: filled.picture.imageKey,
        published: body.publish === 'yes',
      })
      return at(paths.newPrice, { uuid: product.id }, { done: 'made' })
    },
    explain: () => null,
    show,
  })
}

const nothingTyped: FilledNew = {
  product: filledIn(askedFields, {}),
  kind: 'ticket',
  picture: { imageKey: null, problems: [] },
}

function show({ request, reply }: Asked, { filled, key, problems }: NewState<null, FilledNew>): string {
  const { product, kind, picture } = filled ?? nothingTyped
  const { tenant, language } = request
  requireSelling(tenant)
  const [words, desk] = [productTexts[language], deskTexts[language]]
  return showRoom(
    { request, reply },
    { title: words.newTitle, area: 'products', back: [paths.products, words.back], lead: words.newLead },
    <ProductForm
      action={paths.newProduct}
      filled={product}
      kind={null}
      problems={problems}
      first={
        <>
          <NewKey value={key} />
          <Kinds
            id="kind"
            label={words.whichKind}
            kinds={productKinds.map((one) => [one, words.kinds[one]] as const)}
            chosen={kind ?? ''}
            problems={problems}
          />
        </>
      }
      picture={<NewPicture {...{ imageKey: picture.imageKey, problems }} words={desk.image} note={desk.optional} />}
      buttons={
        <>
          <Submit name="publish" value="yes">
            {words.sellNow}
          </Submit>
          <Submit look="quiet" name="publish" value="no">
            {words.keepForLater}
          </Submit>
        </>
      }
    />,
  )
}
