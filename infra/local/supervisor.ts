import { join } from 'node:path';
import { endChild, runToEnd, type Child, type Command } from './child.ts';
import { openLog, type LogFile } from './logs.ts';
import { startPart, type Part, type PartSpec } from './part.ts';
import { createThrottle, say, summarise } from './terminal.ts';
import type { Watchdog } from './watchdog.ts';

export interface Supervisor {
  /** Starts a part and waits until it is healthy for the first time. */
  start(spec: PartSpec): Promise<Part>;
  /** Runs a command to its end; rejects with its last words when it fails. */
  run(command: Command): Promise<void>;
  /** Ends every part, the last started first. Nothing starts after it. */
  stop(): Promise<void>;
}

const TASK_GRACE_MS = 1_000;

/** Keeps the parts running; each writes to its own file in `logsDir`, and its warnings to the terminal. */
export function createSupervisor(logsDir: string, watchdog: Watchdog): Supervisor {
  const parts: Part[] = [];
  const tasks = new Set<Child>();
  const logs = new Map<string, LogFile>();
  const isNew = createThrottle();
  let stopping = false;

  const log = (name: string): LogFile => {
    const file = logs.get(name) ?? openLog(join(logsDir, `${name}.log`));
    logs.set(name, file);
    return file;
  };
  const events = {
    say,
    line(name: string, line: string) {
      log(name).write(line);
      const summary = summarise(name, line);
      if (summary && isNew(summary)) say(summary);
    },
    changed() {
      const running = [...tasks].map((task) => task.process.pid);
      watchdog.watch([...parts.map((part) => part.pid), ...running].filter((pid) => pid !== undefined));
    },
  };

  return {
    async start(spec) {
      if (stopping) throw new Error('stopping');
      const part = startPart(spec, events);
      parts.push(part);
      events.changed();
      await part.ready;
      return part;
    },

    async run(command) {
      if (stopping) throw new Error('stopping');
      let task: Child | undefined;
      await runToEnd(command, (child) => {
        task = child;
        tasks.add(child);
        events.changed();
      }).finally(() => {
        if (task) tasks.delete(task);
        events.changed();
      });
    },

    async stop() {
      stopping = true;
      await Promise.all([...tasks].map((task) => endChild(task.process, 'SIGTERM', TASK_GRACE_MS)));
      for (const part of parts.toReversed()) await part.stop();
      for (const file of logs.values()) file.close();
    },
  };
}
