declare module 'subset-font' {
  /** Cuts a font down to the characters of a text, in the format of the file. */
  function subsetFont(font: Buffer, text: string, options: { readonly keepFeatures: string[] }): Promise<Buffer>
  export = subsetFont
}
