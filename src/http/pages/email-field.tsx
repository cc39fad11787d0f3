export function EmailField({ label }: { label: string }) {
  return (
    <div class="field">
      <label for="email">{label}</label>
      <input id="email" name="email" type="email" autocomplete="email" maxLength={254} required />
    </div>
  )
}
