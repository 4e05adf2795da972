/**
 * Floors of the company tree: Express and a plain select of the same rows, mapped in JavaScript (`plain`) or built as
 * JSON in SQL (`sql-json`). No sign-in, no owner, no devices, no order of names. Input: `{ mode, databaseUrl, tree }`.
 * Prints its address.
 */
import express from 'express';
import pg from 'pg';

const { mode, databaseUrl, tree } = JSON.parse(process.argv[2] ?? '{}') as {
  mode: 'plain' | 'sql-json';
  databaseUrl: string;
  tree: number;
};
const pool = new pg.Pool({ connectionString: databaseUrl, max: 10 });

const NODES = `
  select company_id, parent_company_id, user_id, name, description, type, continent, country, city, street, house, zip,
    device_type, null::text as serial, null::text as status, emblem
  from companies where tree_id = $1 order by company_id`;
const JSON_OF_NODES = `select coalesce(json_agg(node), '[]')::text as json from (${NODES}) node`;

const app = express();
app.post('/tree', async (_request, response) => {
  if (mode === 'plain') {
    response.json((await pool.query(NODES, [tree])).rows);
    return;
  }
  const { rows } = await pool.query<{ json: string }>({ name: 'tree', text: JSON_OF_NODES, values: [tree] });
  response.type('json').send(rows[0]?.json);
});
const server = app.listen(0, '127.0.0.1', () => process.stdout.write(`${JSON.stringify(server.address())}\n`));
