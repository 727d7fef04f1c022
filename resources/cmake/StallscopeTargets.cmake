# SPDX-License-Identifier: Apache-2.0
# Settings that hold for every target, and the two kinds of target there are: an engine folder and
# its tests.

set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_C_STANDARD 11)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)

# The build tree mirrors the install layout.
include(GNUInstallDirs)
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/bin)
set(CMAKE_LIBRARY_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/lib)
set(CMAKE_ARCHIVE_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/lib)

find_package(Threads REQUIRED)
find_package(tl-expected REQUIRED)
find_package(fmt REQUIRED)
find_package(nlohmann_json 3.11 REQUIRED)

add_library(stallscope_settings INTERFACE)
target_compile_options(stallscope_settings INTERFACE -Wall -Wextra -Wpedantic -Wshadow
    -Wnon-virtual-dtor -Wold-style-cast $<$<BOOL:${STALLSCOPE_WERROR}>:-Werror>)
# The C ABI header is C.
target_compile_options(stallscope_settings INTERFACE $<$<COMPILE_LANGUAGE:C>:-Wno-old-style-cast>)
target_compile_definitions(stallscope_settings INTERFACE
    STALLSCOPE_VERSION="${PROJECT_VERSION}")
if(STALLSCOPE_SANITIZE)
    target_compile_options(stallscope_settings INTERFACE
        -fsanitize=${STALLSCOPE_SANITIZE} -fno-omit-frame-pointer -fno-sanitize-recover=all)
    target_link_options(stallscope_settings INTERFACE -fsanitize=${STALLSCOPE_SANITIZE})
endif()

# stallscope_folder(NAME LINKS...): the static library of engine/NAME, all its .cpp files.
function(stallscope_folder name)
    file(GLOB sources CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/${name}/*.cpp)
    add_library(stallscope_${name} STATIC ${sources})
    target_include_directories(stallscope_${name} PUBLIC ${CMAKE_CURRENT_SOURCE_DIR})
    target_link_libraries(stallscope_${name} PUBLIC tl::expected ${ARGN}
        PRIVATE $<BUILD_INTERFACE:stallscope_settings>)
endfunction()

# stallscope_test(FOLDER LINKS...): tests/FOLDER/*_test.cpp as one GoogleTest program.
function(stallscope_test folder)
    file(GLOB sources CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/${folder}/*.cpp)
    if(NOT sources)
        return()
    endif()
    add_executable(test_${folder} ${sources})
    target_include_directories(test_${folder} PRIVATE ${CMAKE_CURRENT_SOURCE_DIR})
    target_link_libraries(test_${folder} PRIVATE ${ARGN} stallscope_settings
        GTest::gtest_main GTest::gmock)
    target_compile_options(test_${folder} PRIVATE -Wno-old-style-cast)
    target_compile_definitions(test_${folder} PRIVATE
        STALLSCOPE_SOURCE_DIR="${CMAKE_SOURCE_DIR}" STALLSCOPE_BUILD_DIR="${CMAKE_BINARY_DIR}")
    gtest_discover_tests(test_${folder} TEST_PREFIX ${folder}. DISCOVERY_TIMEOUT 60
        PROPERTIES TIMEOUT 300)
endfunction()
