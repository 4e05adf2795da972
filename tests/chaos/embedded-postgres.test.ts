import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { startEmbeddedPostgres } from '@belfry/infra/local/postgres/embedded-postgres';
import { inspectProcess } from '@belfry/infra/local/processes/inspect-process';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

let home: string;
let dataDir: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'belfry-home-'));
  dataDir = join(home, 'belfry', 'data');
  mkdirSync(dataDir, { recursive: true });
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

const hasEnded = (pid: number): boolean => inspectProcess(pid)?.zombie ?? true;

async function query(url: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows;
  } finally {
    await client.end();
  }
}

describe('the embedded Postgres', () => {
  it('runs below a home folder with mode 700 and keeps its data over a restart', async () => {
    chmodSync(home, 0o700);
    const first = await startEmbeddedPostgres({ dataDir });
    await query(first.url, "create table bells (name text); insert into bells values ('Gloriosa')");
    await first.stop();
    expect(hasEnded(first.pid)).toBe(true);
    const second = await startEmbeddedPostgres({ dataDir });
    expect(await query(second.url, 'select name from bells')).toEqual([{ name: 'Gloriosa' }]);
    await second.stop();
  });

  it('rejects a wrong password', async () => {
    const server = await startEmbeddedPostgres({ dataDir });
    const url = new URL(server.url);
    url.password = 'guess';
    await expect(query(url.href, 'select 1')).rejects.toThrow('password authentication failed');
    await server.stop();
  });

  it('has every committed row after kill -9', async () => {
    const first = await startEmbeddedPostgres({ dataDir });
    await query(first.url, "create table bells (name text); insert into bells values ('Gloriosa')");
    process.kill(first.pid, 'SIGKILL');
    await vi.waitFor(() => expect(hasEnded(first.pid)).toBe(true));
    const second = await startEmbeddedPostgres({ dataDir });
    expect(await query(second.url, 'select name from bells')).toEqual([{ name: 'Gloriosa' }]);
    await second.stop();
    await first.stop();
  });

  it('starts although a lock file names a process id that another program has now', async () => {
    const first = await startEmbeddedPostgres({ dataDir });
    await first.stop();
    writeFileSync(join(dataDir, 'postgres', 'postmaster.pid'), `${process.pid}\n${dataDir}/postgres\n`);
    const second = await startEmbeddedPostgres({ dataDir });
    expect(await query(second.url, 'select 1 as one')).toEqual([{ one: 1 }]);
    await second.stop();
  });

  it('ends when the process that started it is killed, and the next start waits for that', async () => {
    const { owner, pid } = await startInChildProcess();
    owner.kill('SIGKILL');
    const next = await startEmbeddedPostgres({ dataDir });
    expect(hasEnded(pid)).toBe(true);
    await next.stop();
  });

  async function startInChildProcess(): Promise<{ owner: ReturnType<typeof spawn>; pid: number }> {
    const script = `
      const { startEmbeddedPostgres } = await import('@belfry/infra/local/postgres/embedded-postgres');
      const { pid } = await startEmbeddedPostgres({ dataDir: ${JSON.stringify(dataDir)} });
      console.log(pid);
      setInterval(() => {}, 1000);`;
    const owner = spawn(process.execPath, ['--input-type=module', '-e', script], {
      stdio: ['ignore', 'pipe', 'inherit'],
      cwd: import.meta.dirname,
    });
    const [line] = (await once(createInterface({ input: owner.stdout }), 'line')) as [string];
    return { owner, pid: Number(line) };
  }
});
