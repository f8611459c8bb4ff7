/** The value of a setting, with its source. */

/** A value and its source for people: `--base-url`, `TOPO_BASE_URL`, `profile default`, … */
export interface SettingValue {
  readonly value: string
  readonly source: string
}
