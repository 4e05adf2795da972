import { alarmKind } from '@belfry/schemas/domain/alarms';
import { ofInstallation, type QueryKind } from './query-kind.ts';

export const certificateDue: QueryKind = {
  everyS: 3_600,
  async find({ facts }) {
    const days = await facts.certificateDays();
    const least = alarmKind('certificate_due').threshold?.default ?? 0;
    return ofInstallation(days !== null && days < least, days);
  },
};
