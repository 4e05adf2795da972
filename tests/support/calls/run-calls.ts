import type { CommandRun, StartRun } from '@belfry/schemas/http/commands/runs';
import type { RunDelivery } from '@belfry/schemas/http/commands/run-lists';
import { sql } from 'kysely';
import type { TestUser } from '../factories.ts';
import type { HttpClient } from '../http-client.ts';
import type { Stack } from '../stack.ts';
import { until } from '../until.ts';
import { runsHttp } from '@belfry/schemas/http/commands/run-lists';

/** HTTP calls about runs. `http` and `admin` are read at each call. */
export function runCalls(context: () => { http: HttpClient; admin: TestUser }) {
  const key = (): string => context().admin.key;
  const start = (body: Omit<StartRun, 'command'> & { command?: string }, as = key()) =>
    context().http.call(runsHttp.start, { key: as }, { command: 'clear_cache', ...body });
  const preview = (body: object, as = key()) => context().http.call(runsHttp.preview, { key: as }, { ...body });
  const read = (id: string, as = key()) => context().http.call(runsHttp.read, { key: as }, { run_id: id });
  const list = (query = '', as = key()) => context().http.get<CommandRun[]>(`/api/command-runs${query}`, { key: as });
  const deliveries = (id: string, query = '', as = key()) =>
    context().http.get<RunDelivery[]>(`/api/command-runs/${id}/deliveries${query}`, { key: as });
  const change = (id: string, what: 'pause' | 'resume' | 'cancel', as = key()) =>
    context().http.post<CommandRun>(`/api/command-runs/${id}/${what}`, { key: as });
  const untilRun = async (id: string, holds: (run: CommandRun) => boolean, timeoutMs?: number): Promise<CommandRun> => {
    const { body } = await until(
      'the run',
      () => read(id),
      (answer) => holds(answer.body),
      timeoutMs,
    );
    return body;
  };
  return { start, preview, read, list, deliveries, change, untilRun };
}

/** Ends the pause of a run between two waves. */
export async function endPause({ db }: Pick<Stack, 'db'>, id: string): Promise<void> {
  await sql`update command_runs set next_wave_at = now() where id = ${id}::uuid`.execute(db);
  await sql`
    update jobs.job set start_after = now()
    where name = 'command-run-steps' and state = 'created' and data ->> 'run_id' = ${id}`.execute(db);
}
