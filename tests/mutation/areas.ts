/** What is mutated together, and the tests that must notice. Paths are globs from the root of the repository. */
export interface Area {
  mutate: readonly string[];
  tests: readonly string[];
  /** Where the tests run: Node, or a page. */
  environment?: 'node' | 'happy-dom';
}

/** The parts where a fault would open the product, lose data or stop it. */
export const AREAS = {
  policies: {
    mutate: [
      'api/src/features/users-admin/rights.ts',
      'api/src/features/companies/{company-access,placement}.ts',
      'api/src/http/{principal,guard}.ts',
      'schemas/src/mqtt/access.ts',
      'broker/src/authorize.ts',
    ],
    tests: [
      'schemas/src/mqtt/access.test.ts',
      'broker/src/authorize.test.ts',
      'api/src/http/*.test.ts',
      'tests/flows/{security,binding,groups}.test.ts',
      'tests/flows/companies/*.test.ts',
      'tests/flows/accounts/users-admin*.test.ts',
    ],
  },
  authentication: {
    mutate: [
      'api/src/features/auth/{authenticator,auth.service,keys,passwords,refuse-blocked,require-password}.ts',
      'api/src/features/auth/{session-keys,two-step.service,user-keys.repository}.ts',
      'api/src/features/one-time-tokens/*.ts',
      'api/src/features/broker-access/{broker-access.service,lookup}.ts',
      'api/src/http/rate-limit.ts',
      'broker/src/authentication/*.ts',
    ],
    tests: [
      'api/src/features/{auth,broker-access}/*.test.ts',
      'api/src/http/*.test.ts',
      'broker/src/authentication/*.test.ts',
      'tests/flows/{auth,revocation}.test.ts',
      'tests/flows/accounts/{confirmation,limits,passwords,sessions,two-factor}*.test.ts',
    ],
  },
  ingest: {
    mutate: [
      'api/src/mqtt/{backlog,backoff,batcher,commit-errors,flood-log,group-commit,hearing,ingest,lane,storable}.ts',
      'api/src/features/device-state/{clock,freshness,presence,players.ingest,status.ingest}.ts',
      'api/src/features/metrics/{acks,metrics.ingest,metrics.batch,seq-tracker}.ts',
    ],
    tests: [
      'api/src/mqtt/*.test.ts',
      'api/src/features/{device-state,metrics}/*.test.ts',
      'tests/flows/{ingest,metrics,presence,wrong-clocks}*.test.ts',
    ],
  },
  commands: {
    mutate: ['api/src/features/commands/!(*.table|*.test).ts'],
    tests: [
      'api/src/features/commands/*.test.ts',
      'api/src/mqtt/group-commit.test.ts',
      'tests/flows/commands/*.test.ts',
    ],
  },
  'broker-limits': {
    mutate: [
      'broker/src/limits/*.ts',
      'broker/src/persistence/retained-store.ts',
      'broker/src/transport/frame-guard.ts',
    ],
    tests: ['broker/src/{limits,persistence,transport}/*.test.ts', 'broker/src/stories/limits*.test.ts'],
  },
  'live-cache': {
    mutate: ['web/src/mqtt/!(*.test|fake-socket).ts'],
    tests: ['web/src/mqtt/*.test.ts', 'web/src/features/devices/*.test.ts'],
    environment: 'happy-dom',
  },
} as const satisfies Record<string, Area>;

export type AreaName = keyof typeof AREAS;
export const AREA_NAMES = Object.keys(AREAS) as AreaName[];
