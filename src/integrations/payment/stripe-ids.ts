/** How the ids begin of sessions in which money is paid; in test mode it is `cs_test_`, and none is. */
export const liveSessionStart = 'cs_live_'
