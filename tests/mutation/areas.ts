/** The sources that are mutated together, and the tests that must detect it. Paths are globs from the repository root. */
export interface Area {
  mutate: readonly string[];
  tests: readonly string[];
  /** The environment of the tests. */
  environment?: 'node' | 'happy-dom';
}

/** The files of a folder that have logic of their own. */
const SOURCES = '!(*.test|*.table|*.routes|deps|index).ts';

/** The code in which a fault would grant access, lose data or stop the product. */
export const AREAS = {
  policies: {
    mutate: [
      'api/src/policies/**/!(*.test).ts',
      'api/src/people/owner-access.ts',
      'api/src/features/companies/{company-access,tree-rules}.ts',
      'api/src/features/devices/{binding,ownership.service,retained}.ts',
      'api/src/http/routes/{guard,principal}.ts',
      'schemas/src/mqtt/{access,authorize}.ts',
      'broker/src/aedes/permission-hooks.ts',
    ],
    tests: [
      'api/src/features/companies/tree-rules.test.ts',
      'api/src/features/devices/**/*.test.ts',
      'api/src/http/routes/{guard,guard-devices,principal}.test.ts',
      'api/src/people/owner-access.test.ts',
      'api/src/policies/**/*.test.ts',
      'broker/src/aedes/permission-hooks.test.ts',
      'schemas/src/mqtt/{access,authorize}.test.ts',
      'tests/flows/audit/{binding,change-owner,owner-change-notifications,owners}.test.ts',
      'tests/flows/companies/{element-limit,main-companies,move,move-rejections,node-visibility}.test.ts',
      'tests/flows/device-ownership/{device-claims,device-ownership,device-passes}.test.ts',
      'tests/flows/teams/{groups,members,messages,seen-nodes}.test.ts',
    ],
  },
  authentication: {
    mutate: [
      'api/src/features/accounts/{account-secrets,authenticator,email-links,passwords,sessions,sign-in}.ts',
      'api/src/features/accounts/{keys,one-time-tokens}.repository.ts',
      'api/src/people/live-keys.ts',
      'api/src/features/service/{broker-access,brute-force-guard,device-credentials.sql}.ts',
      'api/src/lib/{keys,password-hash}.ts',
      'api/src/features/device-ownership/device-pass.service.ts',
      `api/src/http/rate-limit/**/${SOURCES}`,
      'broker/src/authentication/**/!(*.test).ts',
    ],
    tests: [
      'api/src/features/accounts/account-secrets.test.ts',
      'api/src/features/service/{brute-force-guard,device-credentials}.test.ts',
      'api/src/lib/{keys,password-hash}.test.ts',
      'broker/src/authentication/**/*.test.ts',
      'tests/flows/accounts/authentication/*.test.ts',
      'tests/flows/accounts/{account-secrets,passwords,session-timeout}.test.ts',
      'tests/flows/accounts/passkeys/required-second-factor.test.ts',
      'tests/flows/api-keys/api-keys.test.ts',
      'tests/flows/device-ownership/{device-passes,enrolment}.test.ts',
      'tests/flows/service/{authentication-hook,engine-guesses}.test.ts',
      'tests/flows/single-sign-on/sign-in.test.ts',
      'tests/flows/users/account-changes.test.ts',
    ],
  },
  ingest: {
    mutate: [
      `api/src/features/device-state/**/${SOURCES}`,
      'api/src/features/device-state/device-config.routes.ts',
      'api/src/features/metrics/ingest/{metrics.batch,metrics.ingest}.ts',
      'schemas/src/timing/backoff.ts',
      'api/src/mqtt/throttled-warning.ts',
      'api/src/mqtt/batching/**/!(*.test).ts',
      'api/src/mqtt/ingest/{ingest,ingest-context,ingest-health,ingest-news}.ts',
      'api/src/mqtt/subscriber/**/!(*.test).ts',
      'schemas/src/json/read-json.ts',
      'schemas/src/mqtt/{device-messages,read-payload}.ts',
    ],
    tests: [
      'api/src/features/{device-state,metrics}/**/*.test.ts',
      'api/src/mqtt/**/*.test.ts',
      'schemas/src/timing/backoff.test.ts',
      'schemas/src/json/read-json.test.ts',
      'schemas/src/mqtt/device-messages.test.ts',
      'tests/flows/device-state/{clock-reports,configuration,ingest-acknowledgements,ingest-device-state,presence,presence-sweep,signs-of-life}.test.ts',
      'tests/flows/metrics/ingest-metrics.test.ts',
    ],
  },
  commands: {
    // Without its runs, whose tests are whole flows.
    mutate: [`api/src/features/commands/${SOURCES}`],
    tests: [
      'api/src/features/commands/**/*.test.ts',
      'tests/flows/commands/{broadcast-service,changes-of-several,commands-of-several,console-events,deadline-sweep,durability,held,held-rights,instances,polling,responses,results,retention,routes,routes-documentation,sending,to-many,waiting,waiting-callers}.test.ts',
      'tests/flows/command-runs/{events,waves}.test.ts',
    ],
  },
  'broker-limits': {
    mutate: [
      'broker/src/limits/!(*.test).ts',
      'broker/src/retained/retained-store.ts',
      'broker/src/transport/packet-scanner.ts',
    ],
    tests: ['broker/src/{limits,retained}/*.test.ts', 'broker/src/transport/packet-scanner.test.ts'],
  },
  'live-cache': {
    mutate: ['web/src/lib/mqtt/**/!(*.test).ts'],
    tests: ['web/src/lib/mqtt/**/*.test.{ts,tsx}', 'web/src/features/devices/devices-live.dom.test.ts'],
    environment: 'happy-dom',
  },
} as const satisfies Record<string, Area>;

export type AreaName = keyof typeof AREAS;
