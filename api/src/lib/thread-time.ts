/** The processor time that the calling thread has used, in milliseconds: others may keep it waiting, which does not count. */
export function threadTimeMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}
