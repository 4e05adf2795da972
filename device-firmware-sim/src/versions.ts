/** Client software that the simulated fleet knows, oldest first; one decimal, as archives are numbered (002 §9). */
export const VERSIONS = ['3.1', '3.2', '3.3', '3.4'] as const;

export const LATEST_VERSION = '3.4';
