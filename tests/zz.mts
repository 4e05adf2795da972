import { startTestServer } from './support/postgres/postgres-server.ts';
import { createTemplate } from './support/postgres/postgres.ts';
import pg from 'pg';
import { readFileSync } from 'node:fs';
const server = await startTestServer();
const template = await createTemplate(server.url);
const c = new pg.Client({ connectionString: server.url }); await c.connect();
const cpu = () => { const [, u, , s] = readFileSync('/proc/stat','utf8').split('\n')[0]!.trim().split(/\s+/).slice(0,5).map(Number); return 0; };
console.log('files', (await c.query(`select count(*)::int n from pg_ls_dir((select 'base/'||oid from pg_database where datname='${template.name}'))`)).rows[0].n, (await c.query(`select pg_size_pretty(pg_database_size('${template.name}')) s`)).rows[0].s);
for (const strategy of ['wal_log', 'file_copy', 'wal_log', 'file_copy']) {
  let make = 0, drop = 0;
  for (let n = 0; n < 8; n++) { let t = performance.now(); await c.query(`create database x${n} template ${template.name} strategy ${strategy}`); make += performance.now() - t; t = performance.now(); await c.query(`drop database x${n} with (force)`); drop += performance.now() - t; }
  console.log(strategy, 'create', make / 8, 'drop', drop / 8);
}
await c.query(`create database y template ${template.name}`); const url = new URL(server.url); url.pathname = '/y';
for (const q of ['select 1', 'select count(*) from devices', 'select * from companies c join devices d on d.company_id = c.company_id left join users u on u.id = d.user_id where c.level > 3']) {
  let t = performance.now(); for (let n = 0; n < 20; n++) { const k = new pg.Client({ connectionString: url.href }); await k.connect(); await k.query(q); await k.end(); } console.log('connect +', q, (performance.now() - t) / 20); }
await c.end(); await template.drop(); await server.stop(); process.exit(0);
