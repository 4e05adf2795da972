import { z } from 'zod';

/** Public alerts as CAP 1.2 (Common Alerting Protocol, OASIS) has them; see docs/product/alert-feeds.md. */

export const ALERT_STATUSES = ['Actual', 'Exercise', 'System', 'Test', 'Draft'] as const;
export const ALERT_MESSAGE_TYPES = ['Alert', 'Update', 'Cancel', 'Ack', 'Error'] as const;
export const ALERT_SCOPES = ['Public', 'Restricted', 'Private'] as const;
export const ALERT_CATEGORIES = [
  'Geo',
  'Met',
  'Safety',
  'Security',
  'Rescue',
  'Fire',
  'Health',
  'Env',
  'Transport',
  'Infra',
  'CBRNE',
  'Other',
] as const;
export const ALERT_RESPONSES = [
  'Shelter',
  'Evacuate',
  'Prepare',
  'Execute',
  'Avoid',
  'Monitor',
  'Assess',
  'AllClear',
  'None',
] as const;
export const ALERT_URGENCIES = ['Immediate', 'Expected', 'Future', 'Past', 'Unknown'] as const;
/** The most severe first. */
export const ALERT_SEVERITIES = ['Extreme', 'Severe', 'Moderate', 'Minor', 'Unknown'] as const;
export const ALERT_CERTAINTIES = ['Observed', 'Likely', 'Possible', 'Unlikely', 'Unknown'] as const;

export const alertUrgencySchema = z.enum(ALERT_URGENCIES).meta({ id: 'AlertUrgency' });
export const alertSeveritySchema = z.enum(ALERT_SEVERITIES).meta({ id: 'AlertSeverity' });
export const alertCertaintySchema = z.enum(ALERT_CERTAINTIES).meta({ id: 'AlertCertainty' });
export type AlertUrgency = z.infer<typeof alertUrgencySchema>;
export type AlertSeverity = z.infer<typeof alertSeveritySchema>;
export type AlertCertainty = z.infer<typeof alertCertaintySchema>;

/** How severe an alert is, as a number: 4 is extreme, 0 unknown. */
export const rankOfSeverity = (severity: AlertSeverity): number =>
  ALERT_SEVERITIES.length - 1 - ALERT_SEVERITIES.indexOf(severity);
