import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import type { Context } from '../../context.ts'
import { type ProductKind, productKinds, usualProduct } from '../../features/catalog/product.ts'
import { createProduct } from '../../features/catalog/save-product.ts'
import { requireSelling } from '../../features/tenant/category-rules.ts'
import { newId, repeatableId } from '../../lib/ids.ts'
import { staff, type Asked } from '../../http/route.ts'
import { deskTexts } from '../../messages/office/desk.ts'
import { productTexts } from '../../messages/office/product.ts'
import { EnumIn, Maybe, TypedText, UuidIn } from '../../http/wire/schemas.ts'
import { Kinds } from '../../pages/form/kinds.tsx'
import type { FormProblem } from '../../pages/form/problems.tsx'
import { page } from '../../pages/page.ts'
import { showAdminPage } from '../kit/frame.tsx'
import { NewPicture } from '../kit/image-form.tsx'
import { newPictureFields, takeNewPicture } from '../kit/take-new-picture.ts'
import { emptyProduct, type FilledProduct, filledIn, ProductBody, readProduct } from './filled-product.ts'
import { ProductForm } from './product-form.tsx'

const url = '/admin/products/new/'

const NewProductBody = Type.Object({
  ...ProductBody.properties,
  ...newPictureFields,
  key: UuidIn,
  kind: Maybe(EnumIn(productKinds)),
  /** Which of the two buttons was pressed. */
  publish: Maybe(TypedText({ max: 10 })),
})

type Form = {
  readonly filled: FilledProduct
  readonly kind: ProductKind | null
  /** By which a second press of its button is known. */
  readonly key: string
  readonly problems: readonly FormProblem[]
  readonly imageKey: string | null
}

/** A product, whose first price is asked for on the next page. */
export function registerNewProductPage(app: FastifyInstance, context: Context): void {
  page(app, {
    method: 'GET',
    url,
    access: staff('programme'),
    summary: 'The form of a new product',
    handler: ({ request, reply }) =>
      show(
        { request, reply },
        { filled: emptyProduct, kind: 'ticket', key: newId(), problems: [], imageKey: null },
      ),
  })

  page(app, {
    method: 'POST',
    url,
    access: staff('programme'),
    summary: 'Make a product',
    forms: 'with_files',
    refusesPicture: true,
    body: NewProductBody,
    handler: async ({ tenant, actor, language, body, request, reply }) => {
      const { key, kind = null } = body
      const filled = filledIn(body)
      const { imageKey, problems: ofPicture } = await takeNewPicture(context, request, body)
      const { values, problems: typed } = readProduct(filled, { tenant, kind: kind ?? 'ticket', language })
      const missing = { field: 'kind', detail: productTexts[language].problems.kind }
      const problems = [...typed, ...ofPicture]
      if (kind === null || problems.length > 0) {
        reply.code(400)
        const all = [...(kind === null ? [missing] : []), ...problems]
        return show({ request, reply }, { filled, kind, key, problems: all, imageKey })
      }
      const { id } = await createProduct(context, tenant, actor, {
        ...usualProduct,
        ...values,
        ...{ id: repeatableId(tenant.id, key), kind, imageKey, published: body.publish === 'yes' },
      })
      return reply.redirect(`/admin/products/${id}/prices/new/?done=made`, 303)
    },
  })
}

function show({ request, reply }: Asked, { filled, kind, key, problems, imageKey }: Form): string {
  const { tenant, language } = request
  requireSelling(tenant)
  const [words, desk] = [productTexts[language], deskTexts[language]]
  return showAdminPage(
    { request, reply },
    { title: words.newTitle, area: 'products' },
    <div class="stack">
      <p>
        <a href="/admin/products/">{words.back}</a>
      </p>
      <h1>{words.newTitle}</h1>
      <p class="prose">{words.newLead}</p>
      <ProductForm
        action={url}
        filled={filled}
        kind={null}
        problems={problems}
        language={language}
        first={
          <>
            <input type="hidden" name="key" value={key} />
            <Kinds
              id="kind"
              label={words.whichKind}
              kinds={productKinds.map((one) => [one, words.kinds[one]] as const)}
              chosen={kind ?? ''}
              problems={problems}
            />
          </>
        }
        picture={<NewPicture {...{ imageKey, problems }} words={desk.image} note={desk.optional} />}
        buttons={
          <>
            <button class="button" type="submit" name="publish" value="yes">
              {words.sellNow}
            </button>
            <button class="button quiet" type="submit" name="publish" value="no">
              {words.keepForLater}
            </button>
          </>
        }
      />
    </div>,
  )
}
