// SPDX-License-Identifier: Apache-2.0
#include "workload/device_clock.h"

#include "opencl_fixture.h"
#include "workload/monotonic_clock.h"

namespace stallscope::opencl {
namespace {

using DeviceClockOf = OpenClTest;

TEST_F(DeviceClockOf, ThisDeviceMapsAMarkerBetweenTwoReadings) {
    const auto opened = open_device(m_search.api, m_search.devices.front(), 0);
    ASSERT_TRUE(opened) << opened.error().says;
    auto clock = DeviceClock::find(*opened);
    ASSERT_TRUE(clock) << clock.error().says;
    for (int i = 0; i < 10; ++i) {
        const std::int64_t before = now_ns();
        Event event = nullptr;
        ASSERT_EQ(opened->api->enqueue_marker(opened->queue.get(), 0, nullptr, &event), success);
        const Handle<Event> owned(opened->api, event, &Api::release_event);
        ASSERT_EQ(opened->api->finish(opened->queue.get()), success);
        const std::int64_t after = now_ns();
        std::uint64_t end = 0;
        ASSERT_EQ(opened->api->get_profiling(event, profiling_end, sizeof end, &end, nullptr),
                  success);
        const auto anchor = clock->anchor(*opened);
        ASSERT_TRUE(anchor);
        EXPECT_GT(anchor->half_width_ns, 0);
        const std::int64_t mapped = static_cast<std::int64_t>(end) + anchor->offset_ns;
        EXPECT_LE(before - anchor->half_width_ns, mapped);
        EXPECT_LE(mapped, after + anchor->half_width_ns);
    }
}

TEST_F(DeviceClockOf, PoclIsTheRawMonotonicClock) {
    const FoundDevice& found = m_search.devices.front();
    if (found.platform_name != "Portable Computing Language") GTEST_SKIP() << "not PoCL";
    const auto opened = open_device(m_search.api, found, 0);
    ASSERT_TRUE(opened);
    const auto clock = DeviceClock::find(*opened);
    ASSERT_TRUE(clock);
    EXPECT_EQ(clock->relation().find("CLOCK_MONOTONIC_RAW, mapped by pairs"), 0U)
        << clock->relation();
}

}  // namespace
}  // namespace stallscope::opencl
