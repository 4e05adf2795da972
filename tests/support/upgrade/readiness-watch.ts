import { letPass } from '@belfry/schemas/testing/clock';
import { healthHttp } from '@belfry/schemas/http/service/health';
import { createHttpClient } from '../http-client.ts';

const EVERY_MS = 200;

/** Asks apis again and again whether they are ready. `stop` returns what they answered other than 200. */
export function watchReadiness(urls: readonly string[]): { stop(): Promise<string[]> } {
  const stopped = new AbortController();
  const failures: string[] = [];
  const watch = async (url: string): Promise<void> => {
    while (!stopped.signal.aborted) {
      const answer = await createHttpClient(url)
        .raw(healthHttp.ready, null)
        .catch((error: Error) => error);
      if (answer instanceof Error) failures.push(answer.message);
      else if (!answer.ok) failures.push(`${answer.status} ${await answer.text()}`);
      await letPass(EVERY_MS);
    }
  };
  const running = urls.map(watch);
  return {
    async stop() {
      stopped.abort();
      await Promise.all(running);
      return failures;
    },
  };
}
