/**
 * Floors of the device list: Express and Kysely with rows mapped in JavaScript (`plain`), or with the page's JSON built
 * in SQL (`sql-json`). No sign-in, no total. Input: `{ mode, databaseUrl }`. Prints its address.
 */
import express, { type Response } from 'express';
import { Kysely, PostgresDialect, sql } from 'kysely';
import pg from 'pg';

const { mode, databaseUrl } = JSON.parse(process.argv[2] ?? '{}') as {
  mode: 'plain' | 'sql-json';
  databaseUrl: string;
};
const db = new Kysely<Record<string, never>>({
  dialect: new PostgresDialect({ pool: new pg.Pool({ connectionString: databaseUrl, max: 10 }) }),
});

const columns =
  sql.raw(`d.device_id, d.serial, d.device_type, d.device_mode, d.company_id, d.user_id, d.note, d.description,
  d.email, d.created_at, s.status, s.device_version, s.hostname, s.ip, s.last_seen, s.metrics, s.players`);
const page = (offset: number) => sql`select ${columns} from devices d join device_state s using (device_id)
  order by d.serial limit 48 offset ${offset}`;

async function plain(offset: number, response: Response): Promise<void> {
  const { rows } = await page(offset).execute(db);
  response.json(rows);
}

async function sqlJson(offset: number, response: Response): Promise<void> {
  const query = sql<{ json: string }>`select coalesce(json_agg(page), '[]')::text as json from (${page(offset)}) page`;
  const { rows } = await query.execute(db);
  response.type('json').send(rows[0]?.json);
}

const app = express();
app.get('/devices', async (request, response) => {
  const offset = (Number(request.query['page'] ?? 1) - 1) * 48;
  await (mode === 'plain' ? plain : sqlJson)(offset, response);
});
const server = app.listen(0, '127.0.0.1', () => process.stdout.write(`${JSON.stringify(server.address())}\n`));
