import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Clock } from '../hardware/clock.ts';
import type { SenderCommand, SenderEvent } from './sender-messages.ts';

const RESTART_MS = 500;
const CLOSE_MS = 2_000;

/** Otherwise its clock waits for threads of V8, which are not of the real-time class: for garbage and compiled code up to 100 ms beside busy processes. */
const NODE_OPTIONS = ['--single-threaded'];

/**
 * Node marks no packet: Perl, which every Debian has, opens the socket, marks it (IP_TOS is option 1 of IPPROTO_IP; 184 is DSCP EF), and
 * becomes Node, which finds it by its number.
 */
const MARKED = [
  'use Socket; use Fcntl;',
  'socket(S, AF_INET, SOCK_DGRAM, 17) or die;',
  'setsockopt(S, IPPROTO_IP, 1, pack("i", 184)) or die;',
  'fcntl(S, F_SETFD, 0); $ENV{RTP_SOCKET} = fileno(S);',
  'exec @ARGV; die',
].join(' ');

export type RtpSender = {
  send: (command: SenderCommand) => void;
  /** Calls back with what the sender says; returns the undo. */
  onEvent: (handle: (event: SenderEvent) => void) => () => void;
  /** Calls back when it was started again after it had ended: it knows nothing of what it played. */
  onRestart: (handle: () => void) => () => void;
  /** The speakers of each live page at each address, the one first whose samples are sent. */
  pages: Map<string, number[]>;
  /** Of the process; undefined while it is started again. */
  pid: () => number | undefined;
  close: () => Promise<void>;
};

type SenderProcessOptions = { clock: Clock; multicastInterface: string | undefined; log: (line: string) => void };

/** The sender as a process of its own, which is started again when it ends. */
export function startSenderProcess({ clock, multicastInterface, log }: SenderProcessOptions): RtpSender {
  const handlers = new Set<(event: SenderEvent) => void>();
  const restarted = new Set<() => void>();
  const program = fileURLToPath(new URL('./rtp-sender.main.ts', import.meta.url));
  const isMarked = process.platform === 'linux' && spawnSync('perl', ['-MSocket', '-MFcntl', '-e', '1']).status === 0;
  if (!isMarked) log('RTP is sent without DSCP EF, for which Perl is needed: the network does not prefer it');
  let child: ChildProcess | null = null;
  let isClosed = false;

  function start(): ChildProcess {
    const command = [process.execPath, ...NODE_OPTIONS, program];
    const [file = '', ...args] = isMarked ? ['perl', '-e', MARKED, ...command] : command;
    const started = spawn(file, args, {
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      serialization: 'advanced',
      env: { ...process.env, ...(multicastInterface !== undefined && { RTP_INTERFACE: multicastInterface }) },
    });
    started.on('message', (event: SenderEvent) => {
      if (event.kind === 'log') log(event.line);
      for (const handle of handlers) handle(event);
    });
    started.on('error', ({ message }) => log(`the sender of RTP: ${message}`));
    started.on('exit', (code, signal) => {
      child = null;
      if (isClosed) return;
      log(`the sender of RTP has ended (${code ?? signal}) and is started again`);
      clock.after(RESTART_MS, () => {
        if (isClosed) return;
        child = start();
        for (const handle of restarted) handle();
      });
    });
    return started;
  }

  child = start();
  return {
    send: (command) => void (child?.connected === true && child.send(command)),
    onEvent(handle) {
      handlers.add(handle);
      return () => void handlers.delete(handle);
    },
    onRestart(handle) {
      restarted.add(handle);
      return () => void restarted.delete(handle);
    },
    pages: new Map(),
    pid: () => child?.pid,
    async close() {
      isClosed = true;
      const closing = child;
      if (!closing) return;
      const ended = new Promise<void>((resolve) => closing.once('exit', () => resolve()));
      if (closing.connected) closing.disconnect();
      const cancel = clock.after(CLOSE_MS, () => void closing.kill('SIGKILL'));
      await ended;
      cancel();
    },
  };
}
