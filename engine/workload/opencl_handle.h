// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <utility>

#include "workload/opencl_api.h"

namespace stallscope::opencl {

/// Owns one OpenCL object and keeps the library's entries alive until it is released.
template <class Object>
class Handle {
public:
    using Release = Status (*Api::*)(Object);

    Handle() = default;
    Handle(std::shared_ptr<const Api> api, Object object, Release release)
        : m_api(std::move(api)), m_object(object), m_release(release) {}
    Handle(Handle&& other) noexcept
        : m_api(std::move(other.m_api)),
          m_object(std::exchange(other.m_object, nullptr)),
          m_release(other.m_release) {}
    Handle& operator=(Handle&& other) noexcept {
        if (this != &other) {
            reset();
            m_api = std::move(other.m_api);
            m_object = std::exchange(other.m_object, nullptr);
            m_release = other.m_release;
        }
        return *this;
    }
    Handle(const Handle&) = delete;
    Handle& operator=(const Handle&) = delete;
    ~Handle() { reset(); }

    Object get() const { return m_object; }

private:
    void reset() {
        if (m_object != nullptr) (m_api.get()->*m_release)(std::exchange(m_object, nullptr));
    }

    std::shared_ptr<const Api> m_api;
    Object m_object = nullptr;
    Release m_release = nullptr;
};

}  // namespace stallscope::opencl
