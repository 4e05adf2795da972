const DISK_FULL_PERCENT = 90;
const HOT_CELSIUS = 75;

export type CheckOutcome = { ok: boolean; detail: string };

export const checkDisk = (usedPercent: number): CheckOutcome => ({
  ok: usedPercent < DISK_FULL_PERCENT,
  detail: `${usedPercent} % used`,
});

export const checkTemperature = (celsius: number): CheckOutcome => ({
  ok: celsius < HOT_CELSIUS,
  detail: `${celsius} °C`,
});
