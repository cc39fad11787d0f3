/** Who may import whom (ARCHITECTURE.md, "Rooms"). The order of the features is the order of this list. */
const features = [
  'mail',
  'account',
  'request',
  'audit',
  'tenant',
  'webhook',
  'team',
  'device',
  'catalog',
  'event',
  'fediverse',
  'remote-agenda',
  'membership',
  'card',
  'ticket',
  'wallet',
  'reservation',
  'door',
  'waiting-list',
  'payment',
  'guest-list',
  'import',
  'event-notice',
  'accounting',
  'export',
  'person',
  'overview',
]

/** Where requests come in: each is a door of its own. `http` and `pages` are what they are built with. */
const doors = 'api|door|office|site'
const room = (name) => `^src/${name}/`

/** A feature never imports one that comes after it. */
const featureOrder = features.map((feature, index) => ({
  name: `feature-order-${feature}`,
  severity: 'error',
  from: { path: `^src/features/${feature}/` },
  to: { path: `^src/features/(${features.slice(index + 1).join('|') || 'nothing-comes-after'})/` },
}))

module.exports = {
  forbidden: [
    ...featureOrder,
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    { name: 'lib-imports-nothing', severity: 'error', from: { path: room('lib') }, to: { path: '^src/(?!lib/)' } },
    {
      name: 'features-know-no-door',
      comment: 'The business knows neither HTTP nor jobs nor the wiring.',
      severity: 'error',
      from: { path: room('features') },
      to: { path: `^src/(${doors}|pages|http|jobs|cli|start)/|^src/(context|main|config)\\.ts$` },
    },
    {
      name: 'integrations-know-no-business',
      severity: 'error',
      from: { path: '^src/(integrations|db)/' },
      to: { path: `^src/(features|${doors}|pages|http|jobs|cli|start)/|^src/(context|main|config)\\.ts$` },
    },
    {
      name: 'nouns-import-nouns',
      comment: 'A pure noun has no clock, database, random or configuration.',
      severity: 'error',
      from: { path: '^src/features/([a-z-]+)/\\1\\.ts$' },
      to: { path: `^src/(db/database|${doors}|pages|http|jobs)|\\.queries\\.ts$`, dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'nobody-imports-what-puts-all-together',
      severity: 'error',
      from: { path: `^src/(${doors}|pages|http|jobs)/` },
      to: { path: '^src/(cli|start)/' },
    },
    {
      name: 'doors-do-not-import-each-other',
      comment: 'What doors share is in src/http, and what pages share in src/pages.',
      severity: 'error',
      from: { path: `^src/(${doors})/` },
      to: { path: `^src/(${doors})/`, pathNot: '^src/$1/' },
    },
    { name: 'pages-know-no-door', severity: 'error', from: { path: room('pages') }, to: { path: `^src/(${doors})/` } },
    {
      name: 'http-knows-no-page',
      severity: 'error',
      from: { path: room('http') },
      to: { path: `^src/(${doors}|pages)/` },
    },
    {
      name: 'black-box-tests-import-no-source',
      comment: 'What is proved through the door must not look behind it.',
      severity: 'error',
      from: { path: '^test/(http|race|cli)/' },
      to: { path: '^src/' },
    },
    {
      name: 'scanner-talks-http-only',
      comment: 'It runs on telephones, and learns what it knows through the interface.',
      severity: 'error',
      from: { path: '^scanner/' },
      to: { path: '^(src|test|scripts)/' },
    },
    {
      name: 'nobody-imports-the-scanner',
      severity: 'error',
      from: { path: '^(src|test|scripts)/' },
      to: { path: '^scanner/' },
    },
    { name: 'not-resolvable', severity: 'error', from: {}, to: { couldNotResolve: true } },
  ],
  options: {
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^dist/' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'default', 'types'] },
  },
}
