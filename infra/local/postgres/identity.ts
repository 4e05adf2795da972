import { spawnSync } from 'node:child_process';

/** The user as which Postgres runs: a command prefix, and the owner of its files. */
export interface Identity {
  prefix: readonly string[];
  uid: number | undefined;
}

const NOBODY = 65_534;

/**
 * PostgreSQL refuses to run as root, so root needs another name that still reaches a checkout or a data folder below
 * a closed (0700) home:
 * a user namespace in which root is called 1000 (files stay root's own), or, where containers forbid namespaces,
 * `nobody` who keeps only the capability to pass through folders (files become nobody's).
 */
const ROOT_IDENTITIES: readonly Identity[] = [
  { prefix: ['unshare', '--user', '--map-user=1000', '--map-group=1000'], uid: 0 },
  {
    prefix: [
      'setpriv',
      `--reuid=${NOBODY}`,
      `--regid=${NOBODY}`,
      '--clear-groups',
      '--inh-caps=-all,+dac_override',
      '--ambient-caps=-all,+dac_override',
      '--bounding-set=-all,+dac_override',
    ],
    uid: NOBODY,
  },
];

/**
 * Picks the first identity that can run this `postgres` binary; a user who is not root needs none.
 * @throws when the user is root and neither way works.
 */
export function chooseIdentity(postgres: string): Identity {
  if (process.getuid?.() !== 0) return { prefix: [], uid: undefined };
  const working = ROOT_IDENTITIES.find(({ prefix: [command = '', ...args] }) => {
    return spawnSync(command, [...args, postgres, '--version'], { stdio: 'ignore' }).status === 0;
  });
  if (working) return working;
  throw new Error('PostgreSQL cannot run as root here: start as another user or set DATABASE_URL');
}
