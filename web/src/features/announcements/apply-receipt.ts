import { reasonOf } from '@belfry/schemas/domain/reasons';
import type { AnnouncementDelivery, AnnouncementRunDetails } from '@belfry/schemas/http/announcements/announcements';
import type { ReceiptMessage } from '@belfry/schemas/mqtt/messages';
import type { Page } from '../../lib/paging.ts';

/** A run with one page of its deliveries. */
export type RunDetails = Omit<AnnouncementRunDetails, 'deliveries'> & Page<AnnouncementDelivery>;

type State = AnnouncementDelivery['state'];
const ORDER: readonly State[] = ['sent', 'fetched', 'started'];
/**
 * As on the server, a delivery only moves forward, and what the server concluded without the device gives way. An emergency that was
 * interrupted starts again.
 */
const rankOf = (state: State): number => {
  if (['waiting', 'offline', 'failed', 'expired'].includes(state)) return -1;
  const rank = ORDER.indexOf(state);
  return rank < 0 ? ORDER.length : rank;
};

/** Applies a receipt to the delivery of its device and to the counts of its run. */
export function applyReceipt(run: RunDetails, serial: string, receipt: ReceiptMessage): void {
  if (receipt.run_id.toLowerCase() !== run.run_id) return;
  const delivery = run.rows.find((each) => each.serial === serial);
  if (!delivery) return;
  if (receipt.event === 'started') delivery.started_at ??= receipt.at;
  const isResumed = run.kind === 'emergency' && delivery.state === 'interrupted' && receipt.event === 'started';
  if (rankOf(receipt.event) <= rankOf(delivery.state) && !isResumed) return;
  if (isResumed) delivery.finished_at = null;
  run.counts[delivery.state] = Math.max(0, (run.counts[delivery.state] ?? 0) - 1);
  run.counts[receipt.event] = (run.counts[receipt.event] ?? 0) + 1;
  delivery.state = receipt.event;
  Object.assign(delivery, { reason: receipt.reason, ...reasonOf(receipt.reason) });
  if (rankOf(receipt.event) === ORDER.length) delivery.finished_at ??= receipt.at;
}
