import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'

/**
 * What is read from its top whenever something else stands there, and whether more of it lies below what is in sight.
 *
 * @param what changes with what is there
 */
export function useReading(what: unknown) {
  const place = useRef<HTMLElement>(null)
  const [hasMore, setMore] = useState(false)

  useLayoutEffect(() => {
    place.current?.scrollTo(0, 0)
  }, [what])

  useEffect(() => {
    const element = place.current
    if (element === null) return
    const look = () => {
      const { scrollTop, clientHeight, scrollHeight } = element
      setMore(scrollHeight - clientHeight - scrollTop > nothing)
    }
    const observer = new ResizeObserver(look)
    for (const one of [element, ...element.children]) observer.observe(one)
    element.addEventListener('scroll', look, { passive: true })
    look()
    return () => {
      observer.disconnect()
      element.removeEventListener('scroll', look)
    }
  })

  return { place, hasMore }
}

/** Less than this is padding, in pixels. */
const nothing = 8
