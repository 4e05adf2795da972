import { startLedgerDevice, type LedgerDevice } from './ledger-device.ts';
import type { LedgerRequest, LedgerReport, LedgerStart } from './ledger-fleet.ts';

/** The process of a fleet: it gets its devices and then requests from its parent, and ends with it. */
/** 50 connections a second: how many an engine accepts together is not the subject. */
const CONNECTIONS_PER_STEP = 10;
const STEP_MS = 200;
const TICK_MS = 10;

const devices: LedgerDevice[] = [];
let perSecond = 0;
let due = 0;
let next = 0;
let last = performance.now();

/** The devices measure one after the other. */
setInterval(() => {
  const now = performance.now();
  due += ((now - last) / 1_000) * perSecond;
  last = now;
  for (; due >= 1 && devices.length > 0; due--) devices[next++ % devices.length]?.measure();
}, TICK_MS);

function connectAll({ ports, enrolled }: LedgerStart): void {
  let from = 0;
  const timer = setInterval(() => {
    const step = enrolled.slice(from, from + CONNECTIONS_PER_STEP);
    step.forEach((device, at) => devices.push(startLedgerDevice({ ports, firstNode: from + at, ...device })));
    from += step.length;
    if (from === enrolled.length) clearInterval(timer);
  }, STEP_MS);
}

const report = ({ records = false, ports = false }: LedgerRequest): LedgerReport => ({
  connected: devices.filter(({ connected }) => connected).length,
  measured: records ? devices.map(({ serial, measured }) => [serial, measured]) : [],
  ports: ports ? devices.map(({ serial, port }) => [serial, port]) : [],
  unacknowledged: devices.reduce((sum, { unacknowledged }) => sum + unacknowledged, 0),
});

process.on('message', (request: LedgerRequest) => {
  if (request.start) connectAll(request.start);
  if (request.perSecond !== undefined) {
    due = 0;
    perSecond = request.perSecond;
  }
  process.send?.(report(request));
});
process.on('disconnect', () => process.exit());
