import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'

/**
 * Scrolls an area to its top whenever its content changes, and returns whether more of it is below what is in sight.
 *
 * @param what a value that changes with the content
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

/** Up to this distance it is only padding, in pixels. */
const nothing = 8
