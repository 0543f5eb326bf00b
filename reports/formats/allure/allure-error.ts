/** Why there is no page of Allure, in words for the user. */
export class AllureError extends Error {
  override name = 'AllureError' as const;
}
