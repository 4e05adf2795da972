import { filters } from '@belfry/schemas/mqtt/topics';

/** The topics of devices that the api stores. */
export const ingestFilters = [
  filters.allStatuses,
  filters.allMetrics,
  filters.allPlayers,
  filters.allReportedConfigs,
  filters.allResponses,
  filters.allReceipts,
] as const;
