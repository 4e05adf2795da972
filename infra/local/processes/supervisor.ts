import { join } from 'node:path';
import { endChild, runToEnd, type Child, type Command } from './child.ts';
import { openLog, type LogFile } from '../logs.ts';
import { startManagedProcess, type ManagedProcess, type ProcessSpec } from './managed-process.ts';
import { createThrottle, printLine, summarise } from '../terminal.ts';
import type { Watchdog } from './watchdog.ts';

export interface Supervisor {
  start(spec: ProcessSpec): Promise<ManagedProcess>;
  run(command: Command): Promise<void>;
  /** Stops all processes in the reverse order. Nothing can be started afterwards. */
  stop(): Promise<void>;
}

const TASK_GRACE_MS = 1_000;

/** Keeps processes running. Each logs to its own file in `logsDir`, and its warnings to the terminal. */
export function createSupervisor(logsDir: string, watchdog: Watchdog): Supervisor {
  const processes: ManagedProcess[] = [];
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
    notify: printLine,
    line(name: string, line: string) {
      log(name).write(line);
      const summary = summarise(name, line);
      if (summary && isNew(summary)) printLine(summary);
    },
    changed() {
      const running = [...tasks].map((task) => task.process.pid);
      watchdog.watch([...processes.map((managed) => managed.pid), ...running].filter((pid) => pid !== undefined));
    },
  };

  return {
    async start(spec) {
      if (stopping) throw new Error('stopping');
      const managed = startManagedProcess(spec, events);
      processes.push(managed);
      events.changed();
      await managed.ready;
      return managed;
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
      for (const managed of processes.toReversed()) await managed.stop();
      for (const file of logs.values()) file.close();
    },
  };
}
