/** The software versions of the simulated fleet, oldest first. */
export const VERSIONS = ['3.1', '3.2', '3.3', '3.4'] as const;

export const LATEST_VERSION = '3.4';
