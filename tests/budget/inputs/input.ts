import type { Database } from '@belfry/api/db/database';
import type { Kysely } from 'kysely';
import type { TestUser } from '../../support/factories.ts';
import type { Answer, HttpClient } from '../../support/http-client.ts';
import type { HostileProvider } from '../../support/providers/hostile-identity-provider.ts';

/** Parts of the input of a call, which take the place of what was made from the schemas. */
export type Input = {
  params?: object;
  query?: object;
  body?: unknown;
  /** The Authorization header, instead of that of the usual caller. */
  authorization?: string;
  headers?: Record<string, string>;
  /** Why this input, or the route in this setting, can only be refused. */
  refused?: string;
};
/** An input, or what makes a new one for each attempt, because it can be used once. */
export type Call = Input | (() => Promise<Input>);
/** By method and path, as `post /schedules`. Several: each is measured. */
export type Inputs = Readonly<Record<string, readonly Call[]>>;

export type Organisation = {
  root: { key: string };
  owner: TestUser;
  /** A person of whom nothing else depends, for calls about the own account and about devices of others. */
  spare: TestUser;
  /** What the addresses of all other people contain. */
  crowd: string;
  main: number;
  /** The first nodes of the tree, by type. */
  elements: number[];
  companies: number[];
  nodes: number[];
  serials: string[];
  deviceId: number;
  /** The Authorization header of the second device. */
  deviceCredentials: string;
  message: number;
  station: number;
  playlist: number;
  audio: { id: number; sha256: string };
  voice: { voice_name: string; display_name: string };
  /** The name of the file. */
  archive: string;
  group: number;
  schedule: number;
};

export type Tools = {
  api: HttpClient;
  db: Kysely<Database>;
  /** Where the outbox of the product is. */
  config: { DATA_DIR: string };
  of: Organisation;
  /** A provider at which everybody may sign in. */
  idp: HostileProvider;
};

export const body = (value: unknown, query: object = {}): Input => ({ body: value, query });
export const query = (value: object): Input => ({ query: value });
export const params = (value: object): Input => ({ params: value });

/** The body of a success. Throws with the error text otherwise. */
export async function done<T>(calling: Promise<Answer<T>>): Promise<T> {
  const answer = await calling;
  if (answer.status >= 400) throw new Error(`an input could not be prepared: ${JSON.stringify(answer.body)}`);
  return answer.body;
}

let counted = 0;
/** Another number each time, for names that must not be taken. */
export const next = (): number => (counted += 1);
