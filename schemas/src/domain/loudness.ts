/** What sound is measured as (EBU R 128): null where there is nothing to hear, or it is not measured. */
export type Loudness = {
  /** Integrated loudness in LUFS. */
  loudness_lufs: number | null;
  /** True peak in dBTP: the highest level between the samples as well. */
  peak_dbtp: number | null;
};
